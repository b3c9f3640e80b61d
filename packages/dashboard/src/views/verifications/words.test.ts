import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimelineEntry } from "@selfsame/server/api/v3/sessions/timeline-schema";
import { checkText, issuesText, momentText } from "./words.ts";

const moment = (more: Partial<TimelineEntry>): TimelineEntry => ({
  kind: "opened",
  at: "2026-11-28T10:00:00.000Z",
  device: null,
  browser: null,
  number: null,
  passed: null,
  reasons: [],
  issues: [],
  steps: [],
  check: null,
  photo: null,
  challenge: null,
  hint: null,
  session_id: null,
  why: null,
  request_id: null,
  decision: null,
  reason: null,
  by: null,
  person: null,
  to: null,
  text: null,
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
  const review = { kind: "reviewed", decision: "approve", reason: "Passport seen", by: "person" } as const;
  assert.deepEqual(momentText(moment(review)), {
    what: "Reviewed",
    more: "a reviewer decided to approve the person: Passport seen",
  });
  assert.deepEqual(momentText(moment({ kind: "expired" })), { what: "Expired", more: "" });
});

test("an attempt is told with its number, the check that rejected it, and what is wrong with the selfie", () => {
  assert.equal(momentText(moment({ kind: "attempt", passed: true, number: 2 })).what, "Attempt 2 passed");
  assert.equal(
    momentText(moment({ kind: "cancelled", why: "model_changed" })).more.slice(0, 22),
    "the model was replaced",
  );
  const steps = [
    { step: "turn_left", seen: true },
    { step: "follow_dot", seen: false },
  ];
  assert.equal(
    checkText({ check: "step_not_seen", photo: 2, steps }),
    "the movement is not seen (step 2, follow the dot)",
  );
  assert.equal(checkText({ check: "not_neutral", photo: "selfie", steps }).at(-1), ")");
  assert.equal(checkText({ check: "a_new_one", photo: null, steps: [] }), "a new one");
  assert.equal(checkText({ check: null, photo: null, steps }), "");
  assert.equal(issuesText(["too_dark", "half_in_shadow"]), "too dark, half in shadow");
});
