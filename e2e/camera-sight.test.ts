/** What the camera's detector finds in frames: the real models, without a browser. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import sharp from "sharp";
import { type ModelEntry, modelsOf } from "../packages/face/src/manifest.ts";
import type { Image } from "../packages/face/src/pixels/image.ts";
import { type Hint, guide } from "../packages/camera/src/guide/guidance.ts";
import type { Sighting } from "../packages/camera/src/capture/sighting.ts";
import { see, type Sight } from "../packages/camera/src/detector/see.ts";
import { loadModels } from "../packages/photo/src/models/onnx.ts";
import { modelPath } from "../packages/photo/src/models/model-path.ts";
import { roundWeights } from "../packages/photo/src/models/rewrite/round-weights.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { ana, eva, frameOf, mia, type Scene } from "../testing/camera/fake-stream.ts";

/** `sight` has models with rounded weights, as browsers receive them; `exact` has the original models. */
let sight: Sight;
let exact: Sight;
before(async () => {
  const { manifest, manifestPath, modelsDir } = await testModels();
  const pathOf = (entry: ModelEntry) => modelPath(entry, manifestPath, modelsDir);
  const folder = await mkdtemp(join(tmpdir(), "selfsame-rounded-"));
  const roundedOf = (entry: ModelEntry) => join(folder, `${entry.id}.onnx`);
  try {
    for (const { entry } of modelsOf(manifest))
      await writeFile(roundedOf(entry), roundWeights(await readFile(pathOf(entry))));
    sight = { models: await loadModels(manifest, roundedOf), ...manifest.models, smiles: true };
  } finally {
    await rm(folder, { recursive: true });
  }
  exact = { models: await loadModels(manifest, pathOf), ...manifest.models, smiles: true };
});

const size = { width: 1280, height: 720 };
/** The oval in a view of that size. */
const aim = { centre: { x: 640, y: 360 }, width: 280, height: 370 };

/** A frame as the worker analyzes it: at half its size. */
async function lookedAt(scene: Omit<Scene, "frames">): Promise<Image> {
  const frame = sharp(await frameOf({ ...scene, frames: 1 }, size));
  const { data, info } = await frame
    .resize(640, null, { kernel: "linear" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data };
}

const sightingOf = async (scene: Omit<Scene, "frames">): Promise<Sighting> =>
  see(await lookedAt(scene), size, 0, sight);

const right = { faceHeight: 260 };
const cases: readonly (readonly [string, Omit<Scene, "frames">, Hint])[] = [
  ["someone upright and sharp", { people: [{ ...right, person: ana }] }, "hold_still"],
  ["someone else upright and sharp", { people: [{ ...right, person: eva }] }, "hold_still"],
  ["someone blurred by sigma 3", { people: [{ ...right, person: eva }], blur: 3 }, "blurred"],
  ["someone blurred by sigma 4", { people: [{ ...right, person: ana }], blur: 4 }, "blurred"],
  [
    "two people",
    {
      people: [
        { ...right, person: ana, right: -220 },
        { ...right, person: eva, right: 240 },
      ],
    },
    "several_faces",
  ],
  ["someone far away", { people: [{ person: ana, faceHeight: 140 }] }, "too_far"],
  ["someone too close", { people: [{ person: ana, faceHeight: 480 }] }, "too_close"],
  ["someone at the frame's left", { people: [{ ...right, person: ana, right: -180 }] }, "move_left"],
  ["someone too low", { people: [{ ...right, person: ana, down: 130 }] }, "move_up"],
  ["someone too high", { people: [{ ...right, person: ana, down: -130 }] }, "move_down"],
  ["someone who looks away", { people: [{ ...right, person: mia }] }, "turned"],
  ["someone with a tilted head", { people: [{ ...right, person: ana, turnedDegrees: 30 }] }, "tilted"],
  ["someone with sunglasses", { people: [{ ...right, person: ana, cover: "sunglasses" }] }, "eyes_covered"],
  ["someone half in shadow", { people: [{ ...right, person: ana, cover: "shadow" }] }, "half_in_shadow"],
  ["someone in the dark", { people: [{ ...right, person: ana }], light: 0.25 }, "too_dark"],
  ["someone in glaring light", { people: [{ ...right, person: ana }], light: 4 }, "too_bright"],
  ["someone out of focus", { people: [{ ...right, person: ana }], blur: 9 }, "blurred"],
  // At a smaller size the detector finds neither face.
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

/** Limits in degrees, or as a share from 0 to 1. */
const limits = [
  ["yaw", 0.3],
  ["pitch", 0.3],
  ["roll", 0.3],
  ["eyesOpen", 0.03],
  ["focus", 0.01],
] as const;

for (const [person, faceHeight, turnedDegrees] of [
  [ana, 150, 0],
  [ana, 400, 12],
  [eva, 260, 12],
  [eva, 400, 0],
] as const) {
  test(`models with rounded weights see the same of ${person.photo} at ${faceHeight} pixels`, async () => {
    const image = await lookedAt({ people: [{ person, faceHeight, turnedDegrees }] });
    const [rounded, asIs] = [await see(image, size, 0, sight), await see(image, size, 0, exact)];
    assert.equal(rounded.boxes.length, asIs.boxes.length);
    assert.deepEqual(guide(rounded, aim), guide(asIs, aim));
    const [face, other] = [rounded.face ?? assert.fail(), asIs.face ?? assert.fail()];
    for (const side of ["x", "y", "width", "height"] as const)
      assert.ok(Math.abs(face.box[side] - other.box[side]) < 0.005 * faceHeight, side);
    for (const [what, atMost] of limits)
      assert.ok(Math.abs(face[what] - other[what]) < atMost, `${what}: ${face[what]}, ${other[what]}`);
  });
}
