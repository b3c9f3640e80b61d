import assert from "node:assert/strict";
import { test } from "node:test";
import { neutralFrame, pictureOf, puppetFrame } from "../../testing/challenge/perform.ts";
import { frameIn, swapsOnto } from "../../testing/challenge/swapped-frames.ts";
import { sharedEngine } from "../../testing/engine/shared-engine.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { samplePhoto } from "../../testing/photos/sample-photos.ts";
import { areBlended } from "./blends.ts";

const engine = await sharedEngine();
const { manifest } = await testModels();
const limit = manifest.models.blend?.limit ?? assert.fail("the default manifest has a model for it");

test("the mean of the frames decides", () => {
  assert.equal(areBlended([], 1), false);
  assert.equal(areBlended([{}, {}], 1), false);
  assert.equal(areBlended([{ blend: 3 }, { blend: -1 }, { blend: 0 }], 1), false);
  assert.equal(areBlended([{ blend: 3 }, { blend: 1 }, {}], 1), true);
});

test("a face swapped onto another person's head and disguised with blotches is known, the photos that it is made of are not", async () => {
  const [ada, bea] = await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);
  const performed = await Promise.all(
    (["turn_left", "turn_right", "look_up"] as const).map((step) => puppetFrame(bea, step)),
  );
  const mottlings = [{ cellPx: 12, strongest: 8 }];
  const made = await swapsOnto(engine, performed, await neutralFrame(ada), { cutOff: 0.02, share: 1, mottlings });
  const swaps = made.map(({ swap }) => swap);
  assert.equal(areBlended(swaps, limit), true, JSON.stringify(swaps.map(({ blend }) => blend)));
  for (const number of [1, 3, 5] as const) {
    const photo = await frameIn(engine, samplePhoto(number));
    assert.equal(areBlended([photo], limit), false, `sample${number}: ${photo.blend}`);
  }
});
