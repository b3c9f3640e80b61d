import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSpoof } from "./spoof.ts";
import type { SpoofEntry, SpoofNetwork } from "../manifest.ts";
import type { Model } from "../model.ts";
import type { Image } from "../pixels/image.ts";
import { spoofNetwork } from "../testing/spoof-network.ts";

const grey: Image = { width: 64, height: 64, channels: 3, data: new Uint8Array(64 * 64 * 3).fill(128) };
const box = { x: 16, y: 16, width: 32, height: 32 };

/** A network with two classes, so that their difference is the log odds of the first. */
const saying = (odds: number): Model => ({ run: async () => ({ logits: new Float32Array([odds, 0]) }) });
const entryOf = (networks: readonly SpoofNetwork[], more: Partial<SpoofEntry> = {}): SpoofEntry => ({
  networks,
  threshold: 0.5,
  attackBelow: 0.2,
  ...more,
});
const probability = (sum: number) => 1 / (1 + Math.exp(-sum));

test("the networks' log odds are summed by their weights, each in its own order of classes", async () => {
  const entry = entryOf([spoofNetwork(0.5), spoofNetwork(0.25, { liveClass: 1 })]);
  const { live, parts } = await checkSpoof(grey, box, [saying(4), saying(4)], entry);
  assert.deepEqual(parts.odds, [4, -4]);
  assert.ok(Math.abs(live - probability(1)) < 1e-9);
});

test("a network that is very sure counts as no more than its most", async () => {
  const entry = entryOf([spoofNetwork(1, { oddsMax: 2 }), spoofNetwork(1)]);
  const { live } = await checkSpoof(grey, box, [saying(40), saying(-3)], entry);
  assert.ok(Math.abs(live - probability(-1)) < 1e-9);
});

test("between both thresholds the result is unsure, and version 2 calls that a spoof", async () => {
  const results = [];
  for (const odds of [1, -1, -2]) {
    const { result, isSpoof } = await checkSpoof(grey, box, [saying(odds)], entryOf([spoofNetwork(1)]));
    results.push([result, isSpoof]);
  }
  assert.deepEqual(results, [
    ["live", false],
    ["unsure", true],
    ["attack", true],
  ]);
});

test("the score is the share of genuine selfies that look less live", async () => {
  const scale = [
    [-2, 0],
    [0, 0.05],
    [4, 1],
  ] as const;
  const scores = [];
  for (const odds of [-9, -2, -1, 0, 2, 4, 9]) {
    scores.push((await checkSpoof(grey, box, [saying(odds)], entryOf([spoofNetwork(1)], { scale }))).score);
  }
  assert.deepEqual(scores, [0, 0, 0.025, 0.05, 0.525, 1, 1]);
});

test("a bezel at the photo's border speaks against a face that a network takes for live", async () => {
  const data = new Uint8Array(320 * 320 * 3).map((_, i) => ((i / 3) % 320 < 9 ? 20 : 150));
  const screen: Image = { width: 320, height: 320, channels: 3, data };
  const face = { x: 100, y: 100, width: 100, height: 120 };
  const check = async (entry: SpoofEntry) => checkSpoof(screen, face, [saying(1)], entry);
  assert.equal((await check(entryOf([spoofNetwork(1)]))).result, "live");
  assert.equal((await check(entryOf([spoofNetwork(1)], { bezel: { weight: 2 } }))).result, "unsure");
});
