import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import { nextAction, nextStep } from "./next-step.ts";

type Reasons = NonNullable<Session["result"]>["reasons"];
const opened_at = "2026-11-28T10:00:00.000Z";
const failedFor = (...reasons: Reasons) => ({ result: { reasons, reviewed_by: null } });
const session = { status: "failed" as const, ...failedFor(), opened_at, review: true, links: 1 };

test("the next step follows from how the session stands", () => {
  assert.match(nextStep({ ...session, status: "open", opened_at: null }) ?? "", /send it to them again/);
  assert.match(nextStep({ ...session, status: "open" }) ?? "", /until the session expires/);
  assert.match(nextStep({ ...session, status: "open", links: 2 }) ?? "", /has it\.$/);
  assert.match(nextStep({ ...session, ...failedFor("no_match", "poor_quality") }) ?? "", /more light/);
  assert.match(nextStep({ ...session, ...failedFor("no_match") }) ?? "", /sharper reference photo\.$/);
  assert.match(nextStep({ ...session, ...failedFor("no_match"), review: false }) ?? "", /with a review\.$/);
  assert.equal(nextStep({ ...session, ...failedFor() }), "Create another session for the person.");
  assert.equal(nextStep({ ...session, result: { reasons: [], reviewed_by: "person" } }), undefined);
  assert.equal(nextStep({ ...session, status: "verified" }), undefined);
  assert.deepEqual(
    (["open", "started", "needs_review", "captured", "verified", "failed", "expired", "cancelled"] as const).map(
      nextAction,
    ),
    ["link", "link", undefined, undefined, undefined, "repeat", "repeat", "repeat"],
  );
});
