/** A recognizer with another detector is a model of its own: added, verified and calibrated as one. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fixedDetector, mosaicModel } from "../../../testing/engine/small-models.ts";
import { checkFile } from "../check-file.ts";
import { embeddingContractId } from "../embedding-contract.ts";
import { readManifest } from "../manifest.ts";
import { modelPath } from "../model-path.ts";
import { addModel } from "./add.ts";
import { type CatalogDetector, catalogDetector, catalogEntry, readDetectors } from "./catalog.ts";
import { folderOf, readInstalled } from "./installed.ts";

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const side = 64;

/** A detector of three grids that finds nothing. */
function nothing(names: readonly string[], anchors: number, strides: readonly number[] = [8, 16, 32]): Buffer {
  const outputs = names.flatMap((name) =>
    strides.map((stride) => {
      const each = name === "bbox" ? 4 : 1;
      const values = new Float32Array((side / stride) ** 2 * anchors * each);
      return [`${name}_${stride}`, { values, each }] as const;
    }),
  );
  return fixedDetector(side, Object.fromEntries(outputs));
}

const files = {
  yunet: nothing(["cls", "obj", "bbox"], 1),
  scrfd: nothing(["score", "bbox"], 2),
  blazeface: fixedDetector(side, {
    regressors: { values: new Float32Array(896 * 16), each: 16 },
    classificators: { values: new Float32Array(896).fill(-9), each: 1 },
  }),
} as const;

function detectorOf(decode: keyof typeof files, file: Buffer = files[decode]): CatalogDetector {
  const { outputs: _, ...yunet } = catalogDetector("yunet");
  const own = { name: `own-${decode}`, decode, sizeBytes: file.length, sha256: sha256Of(file) };
  return { ...yunet, ...own, input: { ...yunet.input, width: side, height: side } };
}

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), "selfsame-detectors-"));
  t.after(() => rmSync(dir, { recursive: true }));
  return dir;
}

async function add(modelsDir: string, entry: CatalogDetector, file: Buffer, recognizer?: Buffer) {
  const path = join(modelsDir, `${entry.name}.onnx`);
  writeFileSync(path, file);
  const own = recognizer && join(modelsDir, "recognizer.onnx");
  if (own) writeFileSync(own, recognizer);
  await addModel({
    entry: recognizer && {
      ...catalogEntry("auraface-v1"),
      name: "mosaic",
      dimensions: 192,
      sizeBytes: recognizer.length,
      sha256: sha256Of(recognizer),
    },
    file: own,
    detector: { entry, file: path },
    modelsDir,
    fetching: { startProgress: () => ({ step: () => undefined, end: () => undefined }) },
    say: () => undefined,
  });
}

for (const decode of Object.keys(files) as (keyof typeof files)[]) {
  test(`the default is added with a detector of the kind ${decode}; its outputs are known by their order`, async (t) => {
    const modelsDir = folder(t);
    await add(modelsDir, detectorOf(decode), files[decode]);
    const { manifest, manifestPath } = readInstalled(modelsDir, `default-own-${decode}`);
    const { detect, embed } = manifest.models;
    assert.deepEqual([detect.id, detect.decode, detect.input.name], [`own-${decode}`, decode, "input"]);
    for (const [word, name] of Object.entries(detect.outputs)) assert.equal(name, word);
    assert.equal((await checkFile(modelPath(detect, manifestPath, modelsDir), detect)).state, "good");
    const { calibration: _, card: __, second, ...shipped } = readManifest().models.embed;
    const { calibration: ___, card: ____, ...other } = second ?? assert.fail("there is no second");
    assert.deepEqual(embed, { ...shipped, id: `default-own-${decode}`, second: other });
    assert.notEqual(embeddingContractId(manifest), embeddingContractId(readManifest()));
  });
}

test("a recognizer of the catalog and a detector lie in one folder", async (t) => {
  const modelsDir = folder(t);
  await add(modelsDir, detectorOf("scrfd"), files.scrfd, mosaicModel(14));
  const { manifest } = readInstalled(modelsDir, "mosaic-own-scrfd");
  assert.equal(manifest.models.embed.id, "mosaic-own-scrfd");
  assert.equal(manifest.models.embed.calibration, undefined, "what was measured was measured with our detector");
  assert.deepEqual(readdirSync(folderOf(modelsDir, "mosaic-own-scrfd")).toSorted(), [
    "catalog.json",
    "detector.onnx",
    "manifest.json",
    "model.onnx",
  ]);
});

test("a detector that is another file, or of another kind, is not installed", async (t) => {
  const modelsDir = folder(t);
  const refusals: readonly [CatalogDetector, Buffer, RegExp][] = [
    [detectorOf("yunet"), files.scrfd, /The file is not own-yunet: it has SHA-256/],
    [detectorOf("yunet", files.scrfd), files.scrfd, /gives 6 outputs; a detector of the kind yunet gives 9/],
    [detectorOf("scrfd", files.yunet), files.yunet, /own-scrfd cannot be run: the detector gives .* instead of/],
    [detectorOf("blazeface", files.scrfd), files.scrfd, /own-blazeface cannot be run: .*896/],
    [detectorOf("scrfd", Buffer.from("no model")), Buffer.from("no model"), /is not an ONNX model|cannot be run/],
  ];
  for (const [entry, file, message] of refusals) {
    await assert.rejects(add(modelsDir, entry, file), message);
    assert.equal(existsSync(folderOf(modelsDir, `default-${entry.name}`)), false);
    assert.deepEqual(readdirSync(join(modelsDir, "added")), []);
  }
});

test("the catalog's detectors are valid, and what restricts commercial use has a sentence to accept", () => {
  const detectors = readDetectors();
  assert.deepEqual(
    detectors.map(({ name }) => name),
    ["yunet", "scrfd-10g", "blazeface-short"],
  );
  for (const { name, license } of detectors) {
    assert.equal(license.accept !== undefined, license.commercial !== "yes", name);
  }
  assert.throws(() => catalogDetector("yunett"), /no detector "yunett"; it has yunet, scrfd-10g, blazeface-short/);
});
