import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { type ModelEntry, modelsOf } from "@selfsame/face/manifest";
import type { Model, Models } from "@selfsame/face/model";
import { InferenceSession, Tensor } from "../onnx-runtime.ts";
import { analyzePhoto } from "../../engine/analyze.ts";
import { samplePhoto } from "../../../testing/photos/sample-photos.ts";
import { testModels } from "../../../testing/engine/test-models.ts";
import { modelPath } from "../model-path.ts";
import { loadModels } from "../onnx.ts";
import { type Graph, readGraph, writeGraph } from "./graph.ts";
import { readFields, writeBytes } from "./protobuf.ts";
import { rewriteModel } from "./rewrite.ts";
import { tinyWeight } from "./tiny-weights.ts";

const { manifest, manifestPath, modelsDir } = await testModels();
const entries = modelsOf(manifest).map(({ entry }) => entry);
const pathOf = (entry: ModelEntry) => modelPath(entry, manifestPath, modelsDir);
const graphOf = (model: Uint8Array): Graph => readGraph(model) ?? assert.fail("there are graphs in it");
/** Model files, by id. */
const files = new Map<string, Uint8Array>();
/** Inputs of each model when photos are analyzed, by id. */
const inputs = new Map<string, Float32Array[]>();

const models = await loadModels(manifest, pathOf);
const noting = ({ id }: ModelEntry, model: Model): Model => ({
  run(input) {
    inputs.set(id, [...(inputs.get(id) ?? []), input]);
    return model.run(input);
  },
});
const { detect, landmarks, embed, spoof, eyes, covered, overlay, blend, pose } = manifest.models;
const noted: Models = {
  detect: noting(detect, models.detect),
  landmarks: noting(landmarks, models.landmarks),
  embed: noting(embed, models.embed),
  ...(embed.second && models.second && { second: noting(embed.second, models.second) }),
  spoof: spoof.networks.map((network, i) => noting(network, models.spoof[i] as Model)),
  eyes: noting(eyes, models.eyes),
  ...(covered && models.covered && { covered: noting(covered, models.covered) }),
  ...(overlay && models.overlay && { overlay: noting(overlay, models.overlay) }),
  ...(blend && models.blend && { blend: noting(blend, models.blend) }),
  pose: noting(pose, models.pose),
};
const wants = { embedding: true, spoof: true, quality: "main", frame: "blend" } as const;
for (const sample of [1, 3, 5] as const) {
  await analyzePhoto(samplePhoto(sample), wants, { models: noted, manifest });
}
for (const entry of entries) files.set(entry.id, await readFile(pathOf(entry)));

const fileOf = ({ id }: ModelEntry): Uint8Array => files.get(id) ?? assert.fail(id);

/** All outputs for each input, one after the other: a detector's with all its inner outputs are gigabytes together. */
async function* outputsOf(model: Uint8Array, { id, input }: ModelEntry, optimised = true) {
  const graphOptimizationLevel = optimised ? "all" : "disabled";
  const options = { intraOpNumThreads: 1, logSeverityLevel: 3, graphOptimizationLevel } as const;
  const session = await InferenceSession.create(model, options);
  const dims = [1, input.channels === "grey" ? 1 : 3, input.height, input.width];
  for (const values of inputs.get(id) ?? []) {
    const results = await session.run({ [input.name]: new Tensor("float32", values, dims) });
    for (const { data, type } of Object.values(results)) if (type === "float32") yield data as Float32Array;
  }
  await session.release();
}

async function all(outputs: AsyncIterable<Float32Array>): Promise<Float32Array[]> {
  const list: Float32Array[] = [];
  for await (const values of outputs) list.push(values);
  return list;
}

/** Counts denormals by their bits: a number without an exponent is 0 or denormal. By index, because there are a hundred million. */
function denormalsIn(values: Float32Array): number {
  const numbers = new Int32Array(values.buffer, values.byteOffset, values.length);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    const bits = numbers[i] ?? 0;
    if ((bits & 0x7f80_0000) === 0 && (bits & 0x7fff_ffff) !== 0) count++;
  }
  return count;
}

for (const entry of entries) {
  const { id } = entry;

  test(`${id}: what a photo gives is the same`, async () => {
    const [was, is] = [
      await all(outputsOf(fileOf(entry), entry)),
      await all(outputsOf(rewriteModel(fileOf(entry)), entry)),
    ];
    assert.ok(was.length > 0);
    assert.equal(is.length, was.length);
    for (const [i, values] of was.entries()) {
      const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      const apart = values.map((value, at) => Math.abs(value - (is[i]?.[at] ?? Number.NaN)));
      assert.ok(
        apart.every((one) => one <= 2e-6 * most),
        `${Math.max(...apart)} of ${most}`,
      );
    }
  });

  test(`${id}: no tiny weight is left, and no PRelu`, () => {
    const { nodes, weights } = graphOf(rewriteModel(fileOf(entry)));
    for (const [name, { values }] of weights) {
      const tiny = values.filter((value) => value !== 0 && Math.abs(value) < tinyWeight);
      assert.equal(tiny.length, 0, name);
    }
    assert.ok(nodes.every(({ operator }) => operator !== "PRelu"));
  });

  test(`${id}: a photo makes no denormal number, which takes some processors a hundred times as long`, async () => {
    const file = rewriteModel(fileOf(entry));
    const denormals = (inputs.get(id) ?? []).map(denormalsIn);
    for await (const values of outputsOf(withAllOutputs(file), entry, false)) denormals.push(denormalsIn(values));
    assert.equal(Math.max(...denormals), 0);
  });
}

/** The model with the result of each operator among its outputs. */
function withAllOutputs(model: Uint8Array): Uint8Array {
  const graph = graphOf(model);
  const names = graph.nodes.flatMap(({ operator, outputs }) => (operator === "Constant" ? [] : outputs));
  const inner = names.filter((name) => !graph.ends.has(name));
  const outputs = inner.map((name) => Buffer.concat(writeBytes(12, writeBytes(1, name))));
  return writeGraph(model, { ...graph, rest: [...graph.rest, ...outputs] });
}

test("bytes that are no message are refused, not half read", () => {
  assert.throws(() => readFields(Uint8Array.of(0x0a, 0x05, 0x01)), RangeError);
  assert.throws(() => readFields(Uint8Array.of(0x0b)), RangeError);
  assert.throws(() => readFields(Uint8Array.of(0x80)), RangeError);
});
