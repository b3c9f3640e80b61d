/** What the camera's detector makes of frames: the real models, without a browser around them. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import sharp from "sharp";
import { type Hint, guide } from "../packages/camera/src/guide/guidance.ts";
import type { Sighting } from "../packages/camera/src/capture/sighting.ts";
import { see, type Sight } from "../packages/camera/src/detector/see.ts";
import { loadModels } from "../packages/server/src/models/onnx.ts";
import { modelPath } from "../packages/server/src/models/model-path.ts";
import { testModels } from "../packages/server/src/testing/engine/test-models.ts";
import { ana, eva, frameOf, type Scene } from "../testing/camera/fake-stream.ts";

let sight: Sight;
before(async () => {
  const { manifest, manifestPath, modelsDir } = await testModels();
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));
  sight = { models, ...manifest.models, smiles: false };
});

const size = { width: 1280, height: 720 };
/** Of the oval in a view of that size. */
const aim = { centre: { x: 640, y: 360 }, width: 280, height: 370 };

/** A frame as the worker looks at it: at half its size. */
async function sightingOf(scene: Omit<Scene, "frames">): Promise<Sighting> {
  const frame = sharp(await frameOf({ ...scene, frames: 1 }, size));
  const { data, info } = await frame
    .resize(640, null, { kernel: "linear" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return see({ width: info.width, height: info.height, channels: 3, data }, size, 0, sight);
}

const right = { faceHeight: 260 };
const cases: readonly (readonly [string, Omit<Scene, "frames">, Hint])[] = [
  ["someone upright and sharp", { people: [{ ...right, person: ana }] }, "hold_still"],
  ["someone else upright and sharp", { people: [{ ...right, person: eva }] }, "hold_still"],
  ["someone blurred by sigma 3", { people: [{ ...right, person: eva }], blur: 3 }, "blurred"],
  ["someone blurred by sigma 4", { people: [{ ...right, person: ana }], blur: 4 }, "blurred"],
  // Smaller, the detector takes neither for a face.
  ["someone upside down", { people: [{ person: eva, faceHeight: 340, turnedDegrees: 180 }] }, "tilted"],
];
for (const [who, scene, hint] of cases) {
  test(`${who}: ${hint}`, async () => {
    const sighting = await sightingOf(scene);
    assert.deepEqual(guide(sighting, aim), { hint, right: hint === "hold_still" }, JSON.stringify(sighting.face));
  });
}

test("a small face is sharp enough, however few pixels it has", async () => {
  const sighting = await sightingOf({ people: [{ person: ana, faceHeight: 150 }] });
  assert.equal(sighting.face?.focus, 1);
});
