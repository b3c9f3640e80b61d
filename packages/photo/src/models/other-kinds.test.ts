/** Detectors of other kinds and recognizers of other lengths, as graphs that ONNX Runtime runs. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { alignmentOf, findFaces } from "@selfsame/face/analyze";
import { decode } from "@selfsame/face/locate/decode";
import { cosine, embed } from "@selfsame/face/compare/embed";
import { embedFace, joined } from "@selfsame/face/compare/embed-face";
import type { DetectEntry, EmbedEntry, ModelEntry, RfbDetectEntry, SecondEntry } from "@selfsame/face/manifest";
import { openPhoto } from "../decode/photo.ts";
import { analyzePhoto, photoSideMax } from "../engine/analyze.ts";
import { brightnessModel, fixedDetector, fixedPoints, mosaicModel } from "../../testing/engine/small-models.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { samplePortrait } from "../../testing/photos/sample-photos.ts";
import { modelPath } from "./model-path.ts";
import { loadModels } from "./onnx.ts";

const dir = mkdtempSync(join(tmpdir(), "selfsame-kinds-"));
after(() => rmSync(dir, { recursive: true }));

const { manifest: ofDefault, manifestPath, modelsDir } = await testModels();
/** Without the default's second recognizer, which is tested where it is used. */
const { second: _, ...first } = ofDefault.models.embed;
const manifest = { ...ofDefault, models: { ...ofDefault.models, embed: first } };
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
/** The face's box in the detector's input, in cells of its coarsest grid: the photo is centered in the input. */
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

test("a detector of the kind blazeface finds the face where it says", async () => {
  const [blazeSide, grid, anchors] = [128, 8, 6];
  const by = Math.max(image.width, image.height) / blazeSide;
  const [x, y] = [
    (face.box.x + face.box.width / 2 - image.width / 2) / by + blazeSide / 2,
    (face.box.y + face.box.height / 2 - image.height / 2) / by + blazeSide / 2,
  ];
  const pixels = blazeSide / grid;
  const [atColumn, atRow] = [Math.floor(x / pixels), Math.floor(y / pixels)];
  const candidate = 16 ** 2 * 2 + (atRow * grid + atColumn) * anchors + 3;
  const regressors = { values: new Float32Array(896 * 16), each: 16 };
  const offset = [x - (atColumn + 0.5) * pixels, y - (atRow + 0.5) * pixels];
  regressors.values.set([...offset, face.box.width / by, face.box.height / by], candidate * 16);
  const classificators = { values: new Float32Array(896).fill(-50), each: 1 };
  classificators.values[candidate] = 3;
  writeFileSync(join(dir, "blazeface.onnx"), fixedDetector(blazeSide, { regressors, classificators }));
  const { faceClass: _, ...common } = manifest.models.detect as RfbDetectEntry;
  const detect: DetectEntry = {
    ...common,
    id: "blazeface",
    decode: "blazeface",
    source: { path: "blazeface.onnx" },
    input: { ...manifest.models.detect.input, width: blazeSide, height: blazeSide },
    outputs: { regressors: "regressors", classificators: "classificators" },
  };
  const other = { ...manifest, models: { ...manifest.models, detect } };
  const models = await loadModels(other, own);
  const [found] = await findFaces(image, { models, manifest: other }, "main");
  assert.ok(found);
  for (const part of ["x", "y", "width", "height"] as const) {
    assert.ok(Math.abs(found.box[part] - face.box[part]) < 0.01 * face.box.width, `${part}: ${found.box[part]}`);
  }
  assert.equal(found.points.length, 68);
  const short = {
    ...(await models.detect.run(new Float32Array(3 * blazeSide ** 2))),
    classificators: new Float32Array(5),
  };
  assert.throws(() => decode(short, detect), /gives 5 candidates instead of 896/);
});

test("five points of a model of their own align the face; the 68 are there as before", async () => {
  // The template's points as fractions of the box: wherever the face is, it is aligned as if its points were there.
  const points = [0.3, 0.4, 0.7, 0.4, 0.5, 0.6, 0.35, 0.8, 0.65, 0.8];
  writeFileSync(join(dir, "five.onnx"), fixedPoints(64, Float32Array.from(points)));
  const align = {
    ...manifest.models.landmarks,
    id: "five-points",
    source: { path: "five.onnx" },
    input: { ...manifest.models.landmarks.input, name: "input" },
    outputs: { points: "points" },
  };
  const other = { ...manifest, models: { ...manifest.models, align } };
  const models = await loadModels(other, own);
  const [found] = await findFaces(image, { models, manifest: other }, "main");
  assert.ok(found && found.points.length === 68);
  assert.deepEqual(found.landmarks, face.landmarks, "quality and challenge measure what they measured");
  const five = await alignmentOf(image, found, { models, manifest: other });
  assert.equal(five.length, 5);
  // The face in the sample is level, so rows and distances of the points are those of the fractions.
  const [left, right, , leftMouth, rightMouth] = five;
  const eyes = Math.hypot(right.x - left.x, right.y - left.y);
  const mouth = Math.hypot(rightMouth.x - leftMouth.x, rightMouth.y - leftMouth.y);
  assert.ok(Math.abs(mouth / eyes - 0.75) < 1e-6);
  const byFive = await embedFace(image, five, { models, manifest: other });
  const by68 = await embedFace(image, found.landmarks, { models, manifest: other });
  assert.ok(cosine(byFive, by68) < 0.999, "another alignment is another embedding");
  const photoOfIt = await analyzePhoto(await samplePortrait(), { embedding: true }, { models, manifest: other });
  assert.ok(photoOfIt.outcome === "analyzed" && photoOfIt.embedding);
  assert.deepEqual(photoOfIt.embedding, byFive);
});

test("a model that does not give five points is an error, not an alignment", async () => {
  writeFileSync(join(dir, "six.onnx"), fixedPoints(64, new Float32Array(12).fill(0.5)));
  const align = {
    ...manifest.models.landmarks,
    id: "six-points",
    source: { path: "six.onnx" },
    input: { ...manifest.models.landmarks.input, name: "input" },
    outputs: { points: "points" },
  };
  const other = { ...manifest, models: { ...manifest.models, align } };
  await assert.rejects(
    alignmentOf(image, face, { models: await loadModels(other, own), manifest: other }),
    /six-points does not give five points/,
  );
});

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
  const { calibration: __, ...embedEntry } = manifest.models.embed;
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
  const later = { models, manifest: pair };
  const wholePhoto = await analyzePhoto(await samplePortrait(), { embedding: true }, later);
  const firstOnly = await analyzePhoto(await samplePortrait(), { embedding: "first" }, later);
  assert.ok(wholePhoto.outcome === "analyzed" && firstOnly.outcome === "analyzed" && firstOnly.forSecond);
  assert.equal(firstOnly.embedding?.length, 512);
  const asked = await analyzePhoto(new Uint8Array(firstOnly.forSecond.buffer), { second: true }, later);
  assert.ok(asked.outcome === "analyzed" && asked.embedding);
  assert.deepEqual(joined(firstOnly.embedding, asked.embedding), wholePhoto.embedding, "asked later or at once");
  const raw = await embed(image, face.landmarks, models.second, second);
  const length = Math.hypot(...raw);
  assert.ok(
    cosine(both.subarray(512), raw) > 0.9999 * length && Math.abs(Math.hypot(...both.subarray(512)) - 1) < 1e-5,
  );
});
