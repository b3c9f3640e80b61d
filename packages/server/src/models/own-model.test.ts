import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createEngine } from "../engine/create-engine.ts";
import { embeddingContractId, readManifest } from "./manifest.ts";
import { samplePhoto } from "../testing/photos/sample-photos.ts";
import { testModels } from "../testing/engine/test-models.ts";

const dir = mkdtempSync(join(tmpdir(), "selfsame-own-"));
after(() => rmSync(dir, { recursive: true }));

/** A protocol buffers field: a number as a varint, bytes, text and messages with their length before them. */
function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === "number") return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes = [];
  for (; value > 0x7f; value = Math.floor(value / 128)) bytes.push((value & 0x7f) | 0x80);
  return Buffer.from([...bytes, value]);
}

const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields);

/** onnx.proto3: ValueInfoProto, a float32 tensor. */
function tensor(name: string, ...dims: readonly number[]): Buffer {
  const shape = message(...dims.map((dim) => field(1, field(1, dim))));
  return message(field(1, name), field(2, field(1, message(field(1, 1), field(2, shape)))));
}

const node = (type: string, input: string, output: string): Buffer =>
  message(field(1, input), field(2, output), field(4, type));

/** A recogniser of a kind: the mean of each channel of the aligned face. */
function meanColourModel(): Buffer {
  const graph = message(
    field(1, node("GlobalAveragePool", "face", "pooled")),
    field(1, node("Flatten", "pooled", "colour")),
    field(2, "mean colour"),
    field(11, tensor("face", 1, 3, 112, 112)),
    field(12, tensor("colour", 1, 3)),
  );
  return message(field(1, 8), field(7, graph), field(8, field(2, 13)));
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

test("an operator's recogniser is a file and a manifest entry, and photos are brought into it as that says", async () => {
  const { manifest, modelsDir } = await testModels();
  const file = meanColourModel();
  writeFileSync(join(dir, "mean-colour.onnx"), file);
  const manifestPath = join(dir, "manifest.json");
  const photo = samplePhoto(2);

  async function embeddingWith(channels: "rgb" | "bgr", mean: number, scale: number): Promise<number[]> {
    const { calibration: _, ...embed } = manifest.models.embed;
    const own = {
      ...embed,
      id: "mean-colour",
      source: { path: "mean-colour.onnx" },
      sizeBytes: file.length,
      sha256: sha256(file),
      licence: "our own",
      input: { ...embed.input, name: "face", channels, mean: [mean, mean, mean], scale: [scale, scale, scale] },
      outputs: { embedding: "colour" },
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
  await assert.rejects(createEngine({ models: wrong, workers: 1 }), /mobilefacenet-512.*1x3x112x96/s);
});
