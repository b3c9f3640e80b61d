import assert from "node:assert/strict";
import { test } from "node:test";
import { aim, seen } from "../testing/seen.ts";
import { Guiding } from "./guiding.ts";

/** The hints for a person who is seen like this in this period, at ten frames a second. */
function hintsOf(guiding: Guiding, changes: Parameters<typeof seen>[0], fromMs: number, toMs: number) {
  const hints = [];
  for (let nowMs = fromMs; nowMs < toMs; nowMs += 100) hints.push(guiding.see(seen(changes), aim, false, nowMs).hint);
  return new Set(hints);
}

test("who cannot or will not uncover their mouth is photographed all the same, after six seconds", () => {
  const guiding = new Guiding();
  const masked = { covered: { mouth: 0.9, eyes: 0 } };
  assert.deepEqual(hintsOf(guiding, masked, 0, 6100), new Set(["mouth_covered"]));
  assert.deepEqual(hintsOf(guiding, masked, 6100, 8000), new Set(["hold_still"]));
});

test("a hint that comes and goes is not doubted, nor one that is sure", () => {
  const guiding = new Guiding();
  const lenses = { covered: { mouth: 0, eyes: 0.9 } };
  for (const atMs of [0, 4000, 8000]) {
    assert.ok(hintsOf(guiding, lenses, atMs, atMs + 3000).has("eyes_covered"));
    hintsOf(guiding, {}, atMs + 3000, atMs + 4000);
  }
  assert.deepEqual(hintsOf(guiding, { brightness: 20 }, 20_000, 60_000), new Set(["hold_still", "too_dark"]));
});
