import assert from "node:assert/strict";
import { test } from "node:test";
import { nextStep } from "./next-step.ts";

const session = { status: "failed" as const, reasons: [], openedAtMs: 1, review: true, reviewedBy: null };

test("the next step follows from how the session stands", () => {
  assert.match(nextStep({ ...session, status: "open", openedAtMs: null }) ?? "", /send it to them again/);
  assert.match(nextStep({ ...session, status: "open" }) ?? "", /until the session expires/);
  assert.match(nextStep({ ...session, reasons: ["no_match", "poor_quality"] }) ?? "", /more light/);
  assert.match(nextStep({ ...session, reasons: ["no_match"] }) ?? "", /sharper reference photo\.$/);
  assert.match(nextStep({ ...session, reasons: ["no_match"], review: false }) ?? "", /with a review\.$/);
  assert.equal(nextStep({ ...session, reasons: ["a_new_one"] }), "Send the person a new link.");
  assert.equal(nextStep({ ...session, reviewedBy: "person" }), undefined);
  assert.equal(nextStep({ ...session, status: "verified" }), undefined);
});
