import assert from "node:assert/strict";
import { test } from "node:test";
import { leftOf } from "./left-of.ts";

test("what is left of a batch is rounded to what a person says", () => {
  const said = (etaSeconds: number | null) => leftOf({ status: "running", eta_s: etaSeconds });
  assert.deepEqual([null, 0, 9, 10, 41, 61, 150, 3599, 3700, 90_000].map(said), [
    undefined,
    "a few seconds left",
    "a few seconds left",
    "about 10 s left",
    "about 50 s left",
    "about 2 min left",
    "about 3 min left",
    "about 1 h left",
    "about 1 h 10 min left",
    "about 1 d 1 h left",
  ]);
  assert.equal(leftOf({ status: "queued", eta_s: null }), "waits for its turn");
});
