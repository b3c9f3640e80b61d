import assert from "node:assert/strict";
import { test } from "node:test";
import { nextAction, nextStep } from "./next-step.ts";

const session = { status: "failed" as const, reasons: [], openedAtMs: 1, review: true, reviewedBy: null, links: 1 };

test("the next step follows from how the session stands", () => {
  assert.match(nextStep({ ...session, status: "open", openedAtMs: null }) ?? "", /send it to them again/);
  assert.match(nextStep({ ...session, status: "open" }) ?? "", /until the session expires/);
  assert.match(nextStep({ ...session, status: "open", links: 2 }) ?? "", /has it\.$/);
  assert.match(nextStep({ ...session, reasons: ["no_match", "poor_quality"] }) ?? "", /more light/);
  assert.match(nextStep({ ...session, reasons: ["no_match"] }) ?? "", /sharper reference photo\.$/);
  assert.match(nextStep({ ...session, reasons: ["no_match"], review: false }) ?? "", /with a review\.$/);
  assert.equal(nextStep({ ...session, reasons: ["a_new_one"] }), "Create another session for the person.");
  assert.equal(nextStep({ ...session, reviewedBy: "person" }), undefined);
  assert.equal(nextStep({ ...session, status: "verified" }), undefined);
  assert.deepEqual(
    (["open", "started", "needs_review", "captured", "verified", "failed", "expired", "cancelled"] as const).map(
      nextAction,
    ),
    ["link", "link", undefined, undefined, undefined, "repeat", "repeat", "repeat"],
  );
});
