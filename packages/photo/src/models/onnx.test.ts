import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelEntry } from "@selfsame/face/manifest";
import { testModels } from "../../testing/engine/test-models.ts";
import { modelPath } from "./model-path.ts";
import { loadModels } from "./onnx.ts";

const { manifest, manifestPath, modelsDir } = await testModels();
const { pose } = manifest.models;
const level = new Float32Array(3 * pose.input.height * pose.input.width);

test("the pose model is read when it first runs, which says what is wrong with it and may be tried again", async () => {
  let where = "/nowhere/pose.onnx";
  const pathOf = (entry: ModelEntry) => (entry === pose ? where : modelPath(entry, manifestPath, modelsDir));
  const models = await loadModels(manifest, pathOf);
  await assert.rejects(models.pose.run(level), new RegExp(`model ${pose.id} .*nowhere.* cannot be loaded`));
  where = modelPath(pose, manifestPath, modelsDir);
  const names = Object.keys(await models.pose.run(level));
  assert.deepEqual(names.toSorted(), Object.keys(pose.outputs).toSorted());
});

test("an operator's own is read at the start", async () => {
  const own = { ...pose, source: { path: "own-pose.onnx" } };
  const pathOf = (entry: ModelEntry) => modelPath(entry, manifestPath, modelsDir);
  const withOwn = { ...manifest, models: { ...manifest.models, pose: own } };
  await assert.rejects(loadModels(withOwn, pathOf), /own-pose.onnx.* cannot be loaded/);
});
