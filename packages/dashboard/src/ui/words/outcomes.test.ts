import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeTone } from "./outcomes.ts";

test("a session made and a batch taken are answers as good as a comparison", () => {
  assert.deepEqual(["open", "queued", "read", "deleted"].map(outcomeTone), ["good", "good", "good", "good"]);
  assert.deepEqual(["no_match", "try_again", "no_face"].map(outcomeTone), ["plain", "plain", "warn"]);
});
