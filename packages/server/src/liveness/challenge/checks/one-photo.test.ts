import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { steps } from "@selfsame/face/assess/gestures";
import { grained } from "../../../../testing/challenge/grain.ts";
import { jpegOf, neutralFrame, pictureOf, puppetFrame, stepFrame } from "../../../../testing/challenge/perform.ts";
import { frameIn } from "../../../../testing/challenge/swapped-frames.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { onePhotoExcess, pairsOf, type Pictured, skinSimilarity } from "./one-photo.ts";
import { textureExcess } from "./one-texture.ts";

const engine = await sharedEngine();
const [ada, bea] = await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);

/** Whether this sign, or that of one texture, is stronger than genuine people show it. */
async function areKnown(frames: readonly Pictured[]): Promise<boolean> {
  const pairs = await pairsOf(frames);
  return Math.max(...pairs.map(onePhotoExcess)) > 0.1 || (textureExcess(pairs) ?? 0) > 1.6;
}
const framesOf = (photos: readonly Promise<Buffer>[]): Promise<Pictured[]> =>
  Promise.all(photos.map(async (photo) => frameIn(engine, await photo)));

test("frames that were bent out of one photo are known for it", async () => {
  for (const picture of [ada, bea]) {
    const frames = await framesOf(steps.map((step) => puppetFrame(picture, step)));
    assert.equal(await areKnown(frames), true);
  }
});

test("so are they when each was compressed again or given a noise of its own", async () => {
  for (const picture of [ada, bea]) {
    const bent = await Promise.all(steps.map((step) => puppetFrame(picture, step)));
    const changed = [
      (jpeg: Buffer) => sharp(jpeg).jpeg({ quality: 50 }).toBuffer(),
      (jpeg: Buffer, i: number) => mottled(jpeg, i),
      async (jpeg: Buffer, i: number) =>
        sharp(await mottled(jpeg, i))
          .jpeg({ quality: 50 })
          .toBuffer(),
    ];
    for (const change of changed) assert.equal(await areKnown(await framesOf(bent.map(change))), true);
  }
});

async function mottled(jpeg: Buffer, seed: number): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return jpegOf(grained(data, info.width, seed + 1, [{ cellPx: 2.5, strongest: 5 }]));
}

test("frames whose lips and lids were blotched as well are not", async () => {
  const frames = [neutralFrame(ada), ...steps.map((step) => stepFrame(ada, step))];
  assert.equal(await areKnown(await framesOf(frames)), false);
});

test("a photo is similar to itself, and not to another person's", async () => {
  const [one, other] = await framesOf([neutralFrame(ada), neutralFrame(bea)]);
  assert.ok(one && other);
  const [same, another] = [skinSimilarity(one.skin, one.skin), skinSimilarity(one.skin, other.skin)];
  assert.ok(same.fine > 0.99 && same.middle > 0.99);
  assert.ok(another.fine < 0.5 && another.middle < 0.6);
});

test("the further heads are turned apart, the less may their photos have in common", () => {
  const isOne = (fine: number, middle: number, turned: number) =>
    onePhotoExcess({ likeness: { fine, middle, broad: 0 }, turned }) >= 0;
  assert.deepEqual(
    [0, 6.9, 10, 25, 45].map((turned) => isOne(0.4, 0.9, turned)),
    [false, false, false, true, true],
  );
  assert.equal(isOne(0.8, 0.5, 5), true, "the finest detail alone is enough");
  assert.equal(isOne(0.8, 0.98, 1), false, "who sits still before a soft webcam");
  assert.equal(isOne(0.83, 0.98, 1), true);
  assert.equal(isOne(1, 1, 30), true);
  assert.equal(isOne(-1, -1, 30), false);
});
