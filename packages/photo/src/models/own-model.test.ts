import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createEngine } from "../engine/create-engine.ts";
import { embeddingContractId } from "./embedding-contract.ts";
import { readManifest } from "./manifest.ts";
import { samplePhoto } from "../../testing/photos/sample-photos.ts";
import { meanColorModel } from "../../testing/engine/small-models.ts";
import { testModels } from "../../testing/engine/test-models.ts";

const dir = mkdtempSync(join(tmpdir(), "selfsame-own-"));
after(() => rmSync(dir, { recursive: true }));

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

test("an operator's recogniser is a file and a manifest entry, and photos are brought into it as that says", async () => {
  const { manifest, modelsDir } = await testModels();
  const file = meanColorModel();
  writeFileSync(join(dir, "mean-colour.onnx"), file);
  const manifestPath = join(dir, "manifest.json");
  const photo = samplePhoto(2);

  async function embeddingWith(channels: "rgb" | "bgr", mean: number, scale: number): Promise<number[]> {
    const { calibration: _, second: __, ...embed } = manifest.models.embed;
    const own = {
      ...embed,
      id: "mean-colour",
      source: { path: "mean-colour.onnx" },
      sizeBytes: file.length,
      sha256: sha256(file),
      licence: "our own",
      input: { ...embed.input, name: "face", channels, mean: [mean, mean, mean], scale: [scale, scale, scale] },
      outputs: { embedding: "color" },
      dimensions: 3,
    };
    writeFileSync(manifestPath, JSON.stringify({ ...manifest, models: { ...manifest.models, embed: own } }));
    const read = readManifest(manifestPath);
    assert.match(embeddingContractId(read), /^mean-colour-/);
    const engine = await createEngine({ models: { manifest: read, manifestPath, modelsDir }, workers: 1 });
    const result = await engine.analyze(photo, { embedding: true });
    await engine.stop();
    assert.equal(result.outcome, "analyzed");
    assert.ok("embedding" in result && result.embedding);
    return Array.from(result.embedding);
  }

  const rgb = await embeddingWith("rgb", 0, 255);
  const [red = 0, green = 0, blue = 0] = rgb;
  assert.ok(Math.abs(Math.hypot(red, green, blue) - 1) < 1e-6, "normalised");
  assert.ok(red > green && red > blue, `the colour of skin: ${rgb.join()}`);
  assert.deepEqual(await embeddingWith("bgr", 0, 255), rgb.toReversed());
  assert.deepEqual(
    (await embeddingWith("rgb", 255, 255)).map(Math.sign),
    [-1, -1, -1],
    "every value is below a mean of 255",
  );
});

test("a file that is not the model its entry describes is named when the engine starts", async () => {
  const models = await testModels();
  const { manifest } = models;
  const embed = { ...manifest.models.embed, input: { ...manifest.models.embed.input, width: 96 } };
  const wrong = { ...models, manifest: { ...manifest, models: { ...manifest.models, embed } } };
  await assert.rejects(createEngine({ models: wrong, workers: 1 }), /mobilefacenet-reid.*1x3x112x96/s);
});
