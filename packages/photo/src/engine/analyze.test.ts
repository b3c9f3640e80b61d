import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pipeline } from "@selfsame/face/compare/pipeline";
import type { Model } from "@selfsame/face/model";
import { modelPath } from "../models/model-path.ts";
import { loadModels } from "../models/onnx.ts";
import { covered } from "../../testing/photos/covers.ts";
import { portrait } from "../../testing/photos/portraits.ts";
import { samplePhoto, samplePortrait } from "../../testing/photos/sample-photos.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { analyzePhoto } from "./analyze.ts";

const { manifest, manifestPath, modelsDir } = await testModels();
const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));
const pipeline: Pipeline = { manifest, models };

test("the pose model runs where degrees are asked for, and nowhere else", async () => {
  let runs = 0;
  const pose: Model = { run: (input) => (runs++, pipeline.models.pose.run(input)) };
  const counted = { ...pipeline, models: { ...pipeline.models, pose } };
  const photo = await samplePortrait();
  const compared = await analyzePhoto(photo, { embedding: true, quality: "main" }, counted);
  assert.ok(compared.outcome === "analyzed" && compared.faces[0]?.quality);
  assert.equal(runs, 0);

  const all = await analyzePhoto(photo, { quality: "all" }, counted);
  assert.ok(all.outcome === "analyzed" && all.faces[0]?.pose);
  assert.equal(runs, 1);
  const [one, other] = [all.faces[0].quality?.score ?? 0, compared.faces[0].quality.score];
  assert.ok(Math.abs(one - other) < 0.1, `${one} by the model, ${other} by the landmarks`);
});

test("the pixels of a photo are given back at once, not when garbage is collected", async (t) => {
  const photo = samplePhoto(1);
  const transfer: (this: ArrayBuffer, size?: number) => ArrayBuffer = Reflect.get(ArrayBuffer.prototype, "transfer");
  let givenBack = 0;
  t.mock.method(ArrayBuffer.prototype, "transfer", function (this: ArrayBuffer, newByteLength?: number) {
    if (newByteLength === 0) givenBack += this.byteLength;
    return transfer.call(this, newByteLength);
  });
  const result = await analyzePhoto(photo, { embedding: true, spoof: true, crop: true }, pipeline);
  assert.ok(result.outcome === "analyzed" && result.crop);
  // The decoded photo, 1024 pixels wide, and its smaller copies.
  assert.ok(givenBack > 2.7e6, `${givenBack} bytes`);
});

const qualityIn = async (photo: Buffer, by = pipeline) => {
  const result = await analyzePhoto(photo, { quality: "main" }, by);
  assert.ok(result.outcome === "analyzed" && result.faces[0]?.quality);
  const { landmarks, quality } = result.faces[0];
  return { ...quality, eyes: [landmarks[0], landmarks[1]] as const };
};

const covers = [
  ["mask", "mouth_covered"],
  ["sunglasses", "eyes_covered"],
  ["shadow", "half_in_shadow"],
  ["guilloche", "overlay"],
] as const;

for (const name of ["amal-selfie", "bea"]) {
  test(`what covers the face of ${name} is named, and lowers the score`, async () => {
    const photo = await portrait(name);
    const { eyes, ...bare } = await qualityIn(photo);
    const ours: ReadonlySet<string> = new Set(covers.map(([, issue]) => issue));
    assert.ok(!bare.issues.some((issue) => ours.has(issue)), `uncovered: ${bare.issues.join(", ")}`);
    for (const [cover, issue] of covers) {
      const { issues, score } = await qualityIn(await covered(photo, cover, eyes));
      assert.deepEqual(
        issues.filter((one) => ours.has(one)),
        [issue],
      );
      assert.ok(score < bare.score, `${score} of ${bare.score}`);
    }
  });
}

test("a manifest without a model for covers reports none", async () => {
  const { covered: _, ...others } = manifest.models;
  const photo = await portrait("bea");
  const masked = await covered(photo, "mask", (await qualityIn(photo)).eyes);
  const { issues } = await qualityIn(masked, { ...pipeline, manifest: { ...manifest, models: others } });
  assert.ok(!issues.includes("mouth_covered"));
});
