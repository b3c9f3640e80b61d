import assert from "node:assert/strict";
import { test } from "node:test";
import { neutralFrame, pictureOf, stepFrame } from "../../../../testing/challenge/perform.ts";
import { swapsOnto } from "../../../../testing/challenge/swapped-frames.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { type Pair, pairsOf } from "./one-photo.ts";
import { textureExcess } from "./one-texture.ts";

const engine = await sharedEngine();
const [ada, bea] = await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);

test("one photo of a victim on a performer's turning head is known, though its fine detail is the performer's", async () => {
  const performed = await Promise.all([
    neutralFrame(ada),
    ...(["turn_left", "turn_right", "look_up"] as const).map((step) => stepFrame(ada, step, 0, 1.1)),
  ]);
  const made = await swapsOnto(engine, performed, await neutralFrame(bea), { cutOff: 0.02, share: 1 });
  const before = await pairsOf(made.map(({ own }) => own));
  const after = await pairsOf(made.map(({ swap }) => swap));
  const [own, swapped] = [textureExcess(before), textureExcess(after)];
  assert.ok(own !== undefined && own < 1.6, String(own));
  assert.ok(swapped !== undefined && swapped > 1.6, String(swapped));
});

const pair = (turned: number, broad: number): Pair => ({ turned, likeness: { fine: 0, middle: 0, broad } });

test("the further heads are turned apart, the less alike may their broad detail be", () => {
  const turns = [14, 15, 17.5, 20, 30, 39.9, 40, 80];
  const excesses = turns.map((turned) => textureExcess([pair(turned, Math.tanh(1.89))]));
  assert.deepEqual(
    excesses,
    excesses.toSorted((a = 0, b = 0) => a - b),
  );
  const [first, second] = excesses;
  assert.ok(Math.abs(first ?? 1) < 1e-9 && Math.abs(second ?? 1) < 1e-9, "an honest mean is no excess");
  assert.equal(excesses.at(-1), excesses.at(-2), "beyond the table its last row holds");
});

test("heads that are hardly turned say nothing, and the pairs count by their mean", () => {
  assert.equal(textureExcess([]), undefined);
  assert.equal(textureExcess([pair(13.9, 1)]), undefined);
  const [high = 0, low = 0] = [textureExcess([pair(25, 0.98)]), textureExcess([pair(25, 0.9)])];
  assert.ok(high > low);
  assert.ok(Math.abs((textureExcess([pair(25, 0.98), pair(25, 0.9)]) ?? 0) - (high + low) / 2) < 1e-9);
});
