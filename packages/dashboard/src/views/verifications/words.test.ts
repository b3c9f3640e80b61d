import assert from "node:assert/strict";
import { test } from "node:test";
import type { VerificationMoment } from "@selfsame/server/api/dashboard/answers/verifications";
import { momentText } from "./words.ts";

const moment = (more: Partial<VerificationMoment>): VerificationMoment => ({
  kind: "opened",
  atMs: 0,
  device: null,
  browser: null,
  passed: null,
  reasons: [],
  challenge: null,
  hint: null,
  request: null,
  decision: null,
  reason: null,
  reviewer: null,
  deliveries: [],
  ...more,
});

test("a moment is told with what is known of it", () => {
  assert.deepEqual(momentText(moment({ device: "phone", browser: "Firefox" })), {
    what: "Page opened",
    more: "on a phone, in Firefox",
  });
  assert.deepEqual(momentText(moment({ kind: "attempt", passed: false, reasons: ["no_match", "a_new_one"] })), {
    what: "Attempt failed",
    more: "another person, a new one",
  });
  assert.deepEqual(momentText(moment({ kind: "comparison", passed: false, reasons: ["no_match"] })), {
    what: "Compared: no match",
    more: "",
  });
  const attempt = { kind: "attempt", passed: false, challenge: "failed", hint: "movement", device: "phone" } as const;
  assert.equal(
    momentText(moment({ ...attempt, reasons: ["challenge_failed"] })).more,
    "the live challenge was not passed; asked for: the movements; on a phone",
  );
  const review = { kind: "reviewed", decision: "approve", reason: "Passport seen", reviewer: "person" } as const;
  assert.deepEqual(momentText(moment(review)), {
    what: "Reviewed",
    more: "a reviewer decided to approve the person: Passport seen",
  });
  assert.deepEqual(momentText(moment({ kind: "expired" })), { what: "Expired", more: "" });
});
