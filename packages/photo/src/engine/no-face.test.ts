import assert from "node:assert/strict";
import { test } from "node:test";
import { findFaces } from "@selfsame/face/analyze";
import type { Image } from "@selfsame/face/pixels/image";
import sharp from "sharp";
import { openPhoto } from "../decode/photo.ts";
import { modelPath } from "../models/model-path.ts";
import { loadModels } from "../models/onnx.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { samplePortrait } from "../../testing/photos/sample-photos.ts";
import { photoSideMax } from "./analyze.ts";

const portrait = await samplePortrait();
const { manifest, manifestPath, modelsDir } = await testModels();
const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));

/** Faces of an image, and the number of detector runs. */
async function search(image: Image) {
  let runs = 0;
  const run = (input: Float32Array) => {
    runs++;
    return models.detect.run(input);
  };
  const faces = await findFaces(image, { models: { ...models, detect: { run } }, manifest }, "all");
  return { faces, runs };
}

async function opened(bytes: Uint8Array): Promise<Image> {
  const photo = await openPhoto(bytes, photoSideMax);
  assert.ok(photo.outcome === "opened");
  return photo.image;
}

/** Pictures of 640 by 480: flat, a ramp, waves of some sizes, and noise. */
const pictures: Readonly<Record<string, (x: number, y: number) => number>> = {
  flat: () => 128,
  ramp: (x) => (x * 255) / 640,
  waves: (x, y) => 128 + 60 * Math.sin(x / 9) + 60 * Math.sin(y / 23),
  // The digits of the sine of large numbers are noise, the same each time.
  noise: (x, y) => ((Math.sin(x * 12.9898 + y * 78.233) * 43758.5453) % 1) * 127 + 128,
};

for (const [name, luma] of Object.entries(pictures)) {
  test(`no face is found in a picture without one (${name}), by at most twelve runs of the detector`, async () => {
    const data = Uint8Array.from({ length: 640 * 480 * 3 }, (_, i) =>
      luma(Math.floor(i / 3) % 640, Math.floor(i / 1920)),
    );
    const { faces, runs } = await search({ width: 640, height: 480, channels: 3, data });
    assert.deepEqual(faces, []);
    assert.ok(runs >= 7, "at a glance, from afar, four from closer, and turned");
    assert.ok(runs <= 12, `${runs} runs`);
  });
}

test("a portrait is found at once, and on its sides and its head", async () => {
  const upright = await search(await opened(portrait));
  assert.equal(upright.faces.length, 1);
  assert.ok(upright.runs <= 6, `${upright.runs} runs`);
  for (const angle of [90, 180, 270]) {
    const { faces } = await search(await opened(await sharp(portrait).rotate(angle).jpeg().toBuffer()));
    assert.equal(faces.length, 1);
    const [left, right] = faces[0]?.landmarks ?? assert.fail();
    const roll = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
    assert.ok(Math.cos(((roll - angle) * Math.PI) / 180) > 0.95, `turned by ${angle}, the eyes are at ${roll} degrees`);
  }
});

test("a face of a fortieth of the width is found", async () => {
  const small = await sharp(portrait).resize({ width: 56 }).toBuffer();
  const canvas = { width: 1024, height: 768, channels: 3 as const, background: { r: 120, g: 130, b: 125 } };
  const photo = await sharp({ create: canvas })
    .composite([{ input: small, left: 700, top: 500 }])
    .png()
    .toBuffer();
  const { faces } = await search(await opened(photo));
  assert.equal(faces.length, 1);
  assert.ok((faces[0]?.box.x ?? 0) > 690);
});
