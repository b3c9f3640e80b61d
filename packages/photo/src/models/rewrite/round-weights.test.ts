import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { testModels } from "../../../testing/engine/test-models.ts";
import { modelPath } from "../model-path.ts";
import { type Graph, readGraph } from "./graph.ts";
import { roundWeights } from "./round-weights.ts";

const { manifest, manifestPath, modelsDir } = await testModels();
const graphOf = (model: Uint8Array): Graph => readGraph(model) ?? assert.fail("there are graphs in it");
const compressed = (data: Uint8Array) =>
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

for (const role of ["detect", "landmarks", "eyes"] as const) {
  test(`${role} compresses to two thirds, with no weight off by more than a two-thousandth`, async () => {
    const model = await readFile(modelPath(manifest.models[role], manifestPath, modelsDir));
    const rounded = roundWeights(model);
    assert.ok(compressed(rounded) < 0.67 * compressed(model), `${compressed(model)} bytes to ${compressed(rounded)}`);
    const [before, after] = [graphOf(model), graphOf(rounded)];
    assert.deepEqual([...after.weights.keys()], [...before.weights.keys()]);
    for (const [name, { dims, values }] of before.weights) {
      const { dims: size, values: now = new Float32Array() } = after.weights.get(name) ?? {};
      assert.deepEqual(size, dims);
      if (dims.length < 2) assert.deepEqual(now, values, name);
      const off = values.map((value, i) => Math.abs(value - (now[i] as number)) - Math.abs(value) / 2048);
      assert.ok(
        off.every((excess) => excess <= 1e-12),
        name,
      );
    }
  });
}

test("what has no graph is left as it is", () => {
  assert.deepEqual([...roundWeights(Uint8Array.of())], []);
});
