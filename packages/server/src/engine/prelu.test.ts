import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { ModelEntry } from "@selfsame/face/manifest";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { modelPath } from "./model-path.ts";
import { rewritePrelu } from "./prelu.ts";
import { readFields } from "./protobuf.ts";
import { testModels } from "./test-models.ts";

const set = await testModels();
const fileOf = (entry: ModelEntry) => readFile(modelPath(entry, set.manifestPath, set.modelsDir));

async function outputsOf(model: Uint8Array, { input }: ModelEntry): Promise<number[]> {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const dims = [1, input.channels === "grey" ? 1 : 3, input.height, input.width];
  const values = Float32Array.from({ length: dims.reduce((a, b) => a * b) }, (_, i) => Math.sin(i * 0.37) * 1.3);
  const results = await session.run({ [input.name]: new Tensor("float32", values, dims) });
  return Object.values(results).flatMap(({ data }) => [...(data as Float32Array)]);
}

for (const name of ["embed", "spoof"] as const) {
  test(`rewritten, the ${name} model gives the same`, async () => {
    const entry = set.manifest.models[name];
    const model = await fileOf(entry);
    const rewritten = rewritePrelu(model);
    assert.ok(!Buffer.from(rewritten).includes("PRelu"), "every PRelu is gone");
    const [before, after] = [await outputsOf(model, entry), await outputsOf(rewritten, entry)];
    assert.equal(after.length, before.length);
    for (const [i, value] of before.entries()) {
      assert.ok(
        Math.abs(value - (after[i] ?? Number.NaN)) < 1e-4 * (1 + Math.abs(value)),
        `${value}, then ${after[i]}`,
      );
    }
  });
}

test("a model without PRelu stays byte for byte", async () => {
  const model = await fileOf(set.manifest.models.detect);
  assert.ok(!model.includes("PRelu"));
  assert.deepEqual(Buffer.from(rewritePrelu(model)), model);
});

test("bytes that are no message are refused, not half read", () => {
  assert.throws(() => readFields(Uint8Array.of(0x0a, 0x05, 0x01)), RangeError);
  assert.throws(() => readFields(Uint8Array.of(0x0b)), RangeError);
  assert.throws(() => readFields(Uint8Array.of(0x80)), RangeError);
});
