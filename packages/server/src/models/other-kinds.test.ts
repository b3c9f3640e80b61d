/** Detectors of other kinds and recognizers of other lengths, as graphs that ONNX Runtime runs. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { findFaces } from "@selfsame/face/analyze";
import { cosine, embed } from "@selfsame/face/compare/embed";
import { embedFace } from "@selfsame/face/compare/embed-face";
import type { DetectEntry, EmbedEntry, ModelEntry, RfbDetectEntry, SecondEntry } from "@selfsame/face/manifest";
import { openPhoto } from "../decode/photo.ts";
import { photoSideMax } from "../engine/analyze.ts";
import { brightnessModel, fixedDetector, mosaicModel } from "../testing/engine/small-models.ts";
import { testModels } from "../testing/engine/test-models.ts";
import { samplePortrait } from "../testing/photos/sample-photos.ts";
import { modelPath } from "./model-path.ts";
import { loadModels } from "./onnx.ts";

const dir = mkdtempSync(join(tmpdir(), "selfsame-kinds-"));
after(() => rmSync(dir, { recursive: true }));

const { manifest, manifestPath, modelsDir } = await testModels();
const shipped = (entry: ModelEntry) => modelPath(entry, manifestPath, modelsDir);
const own = (entry: ModelEntry) => ("path" in entry.source ? join(dir, entry.source.path) : shipped(entry));
const photo = await openPhoto(await samplePortrait(), photoSideMax);
assert.ok(photo.outcome === "opened");
const { image } = photo;
const pipeline = { models: await loadModels(manifest, shipped), manifest };
const [face] = await findFaces(image, pipeline, "main");
assert.ok(face, "the shipped detector finds a face");

const side = 640;
const stride = 32;
/** Where the face is in the detector's input, in cells of its coarsest grid: the photo is fitted into the middle. */
const scale = (Math.max(image.width, image.height) / side) * stride;
const cells = {
  x: (face.box.x - image.width / 2) / scale + side / stride / 2,
  y: (face.box.y - image.height / 2) / scale + side / stride / 2,
  width: face.box.width / scale,
  height: face.box.height / scale,
};
const middle = { x: cells.x + cells.width / 2, y: cells.y + cells.height / 2 };
const [column, row] = [Math.floor(middle.x), Math.floor(middle.y)];
const cell = row * (side / stride) + column;

const kinds = {
  yunet: {
    anchors: 1,
    scores: ["cls", "obj"],
    box: [middle.x - column, middle.y - row, Math.log(cells.width), Math.log(cells.height)],
  },
  scrfd: {
    anchors: 2,
    scores: ["score"],
    box: [column - cells.x, row - cells.y, cells.x + cells.width - column, cells.y + cells.height - row],
  },
} as const;

for (const [kind, { anchors, scores, box }] of Object.entries(kinds)) {
  test(`a detector of the kind ${kind} finds the face where it says`, async () => {
    const outputs = Object.fromEntries(
      [8, 16, 32].flatMap((grid) => {
        const count = (side / grid) ** 2 * anchors;
        const filled = (each: number, values: readonly number[]) => {
          const all = new Float32Array(count * each);
          if (grid === stride) all.set(values, cell * anchors * each);
          return { values: all, each };
        };
        return [
          ...scores.map((name) => [`${name}_${grid}`, filled(1, [0.95])] as const),
          [`bbox_${grid}`, filled(4, box)] as const,
        ];
      }),
    );
    writeFileSync(join(dir, `${kind}.onnx`), fixedDetector(side, outputs));
    const { faceClass: _, ...common } = manifest.models.detect as RfbDetectEntry;
    const detect = {
      ...common,
      id: kind,
      decode: kind,
      source: { path: `${kind}.onnx` },
      input: { ...manifest.models.detect.input, width: side, height: side },
      outputs: Object.fromEntries(Object.keys(outputs).map((name) => [name, name])),
    } as unknown as DetectEntry;
    const other = { ...manifest, models: { ...manifest.models, detect } };
    const [found] = await findFaces(image, { models: await loadModels(other, own), manifest: other }, "main");
    assert.ok(found);
    for (const part of ["x", "y", "width", "height"] as const) {
      assert.ok(
        Math.abs(found.box[part] - face.box[part]) < 0.01 * face.box.width,
        `${part}: ${found.box[part]}, ${face.box[part]}`,
      );
    }
    assert.equal(found.points.length, 68, "the landmark model runs after any detector");
  });
}

for (const dimensions of [128, 1024] as const) {
  test(`a recognizer gives ${dimensions} numbers`, async () => {
    writeFileSync(join(dir, "brightness.onnx"), brightnessModel(dimensions));
    const entry: EmbedEntry = {
      ...manifest.models.embed,
      id: "brightness",
      source: { path: "brightness.onnx" },
      input: { ...manifest.models.embed.input, name: "face" },
      outputs: { embedding: "mosaic" },
      dimensions,
      mirror: false,
    };
    const models = await loadModels({ ...manifest, models: { ...manifest.models, embed: entry } }, own);
    const vector = await embed(image, face.landmarks, models.embed, entry);
    assert.equal(vector.length, dimensions);
    assert.ok(new Set(vector).size > dimensions / 2, "places differ");
  });
}

test("a pair gives the numbers of the first, and after them those of the second", async () => {
  writeFileSync(join(dir, "mosaic.onnx"), mosaicModel(14));
  const { calibration: _, ...embedEntry } = manifest.models.embed;
  const second: SecondEntry = {
    ...embedEntry,
    id: "mosaic",
    source: { path: "mosaic.onnx" },
    input: { ...manifest.models.embed.input, name: "face" },
    outputs: { embedding: "mosaic" },
    dimensions: 192,
    mirror: false,
    weight: 0.4,
    band: 4,
  };
  const pair = { ...manifest, models: { ...manifest.models, embed: { ...manifest.models.embed, second } } };
  const models = await loadModels(pair, own);
  const alone = await embedFace(image, face.landmarks, pipeline);
  const both = await embedFace(image, face.landmarks, { models, manifest: pair });
  assert.equal(both.length, 512 + 192);
  assert.deepEqual(both.subarray(0, 512), alone);
  assert.ok(models.second);
  const raw = await embed(image, face.landmarks, models.second, second);
  const length = Math.hypot(...raw);
  assert.ok(
    cosine(both.subarray(512), raw) > 0.9999 * length && Math.abs(Math.hypot(...both.subarray(512)) - 1) < 1e-5,
  );
});
