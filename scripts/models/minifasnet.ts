/**
 * `node scripts/models/minifasnet.ts FILE.pth FILE.onnx`: converts an original of minivision-ai/Silent-Face-Anti-Spoofing (their
 * src/model_lib/MiniFASNet.py) to ONNX, byte for byte the files of models/minifasnet/. Batch norms are folded into the preceding convolutions, and
 * the last two layers, separated only by a batch norm, into one.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { type Node, writeGraph } from "../../packages/photo/src/models/rewrite/graph.ts";
import { writeBytes, writeVarint } from "../../packages/photo/src/models/rewrite/protobuf.ts";
import { readTorchFile, type Tensor } from "./torch-file.ts";

const side = 80;
const classes = 3;
/** PyTorch's default. */
const epsilon = 1e-5;
/** Layers whose output has half the width of their input. */
const halving: ReadonlySet<string> = new Set(["conv1", "conv_23.conv_dw", "conv_34.conv_dw", "conv_45.conv_dw"]);
const stages = ["conv_23", "conv_3", "conv_34", "conv_4", "conv_45", "conv_5"] as const;

type Weights = ReadonlyMap<string, Tensor>;

/** A network under construction: each layer's output is the next one's input. */
interface Draft {
  readonly from: Weights;
  readonly nodes: Node[];
  readonly weights: Map<string, Tensor>;
}

export function minifasnet(original: Buffer): Uint8Array {
  const named = [...readTorchFile(original)].map(([name, tensor]) => [name.replace(/^module\./, ""), tensor] as const);
  const draft: Draft = { from: new Map(named), nodes: [], weights: new Map() };
  let at = block(draft, "conv2_dw", block(draft, "conv1", "input"));
  for (const stage of stages) {
    if (!draft.from.has(`${stage}.model.0.conv.conv.weight`)) at = bottleneck(draft, stage, at);
    for (let i = 0; draft.from.has(`${stage}.model.${i}.conv.conv.weight`); i++) {
      const name = `${stage}.model.${i}`;
      at = add(draft, "Add", [at, squeeze(draft, `${name}.se_module`, bottleneck(draft, name, at))], name);
    }
  }
  at = convolve(draft, "conv_6_dw", block(draft, "conv_6_sep", at));
  at = add(draft, "Flatten", [at], "conv_6_flatten");
  const [weights, bias] = lastLayers(draft);
  draft.weights.set("prob.weight", weights).set("prob.bias", bias);
  add(draft, "Gemm", [at, "prob.weight", "prob.bias"], "logits", { attributes: [integer("transB", 1)] });
  return modelOf(draft);
}

/** A 1x1 convolution, a depthwise convolution, and a 1x1 convolution. */
function bottleneck(draft: Draft, name: string, input: string): string {
  const deep = block(draft, `${name}.conv_dw`, block(draft, `${name}.conv`, input));
  return convolve(draft, `${name}.project`, deep);
}

function block(draft: Draft, name: string, input: string): string {
  const convolved = convolve(draft, name, input);
  const slopes = weightOf(draft, `${name}.prelu.weight`);
  draft.weights.set(`${name}.slopes`, { dims: [slopes.values.length, 1, 1], values: slopes.values });
  return add(draft, "PRelu", [convolved, `${name}.slopes`], `${name}.prelu`);
}

/** Squeeze and excitation, which the SE variant has after the last bottleneck of a stage. */
function squeeze(draft: Draft, name: string, input: string): string {
  if (!draft.from.has(`${name}.fc1.weight`)) return input;
  const mean = add(draft, "GlobalAveragePool", [input], `${name}.mean`);
  const inner = add(draft, "Relu", [convolve(draft, name, mean, "fc1", "bn1")], `${name}.relu`);
  const gate = add(draft, "Sigmoid", [convolve(draft, name, inner, "fc2", "bn2")], `${name}.gate`);
  return add(draft, "Mul", [input, gate], `${name}.scaled`);
}

/** A convolution with the following batch norm folded in. */
function convolve(draft: Draft, name: string, input: string, layer = "conv", norm = "bn"): string {
  const { dims, values } = weightOf(draft, `${name}.${layer}.weight`);
  const { gains, shifts } = normOf(draft, `${name}.${norm}`);
  const [channels = 0, depth = 0, kernel = 0] = dims;
  const each = values.length / channels;
  const folded = values.map((value, i) => value * (gains[Math.floor(i / each)] as number));
  const to = `${name}.${layer}`;
  draft.weights
    .set(`${to}.weight`, { dims, values: folded })
    .set(`${to}.bias`, { dims: [channels], values: Float32Array.from(shifts) });
  // Only the last convolution, which covers its whole input, has no padding.
  const margin = kernel === 3 ? 1 : 0;
  const stride = halving.has(name) ? 2 : 1;
  const attributes = [
    integers(
      "pads",
      Array.from({ length: 4 }, () => margin),
    ),
    integers("strides", [stride, stride]),
  ];
  const group = depth === 1 ? channels : 1;
  return add(draft, "Conv", [input, `${to}.weight`, `${to}.bias`], `${to}.out`, { attributes, group });
}

/** A batch norm as y = gain x + shift, in double precision. */
function normOf(draft: Draft, name: string) {
  const part = (of: string) => Array.from(weightOf(draft, `${name}.${of}`).values);
  const [weight, bias, mean, variance] = [part("weight"), part("bias"), part("running_mean"), part("running_var")];
  const gains = weight.map((value, i) => value / Math.sqrt((variance[i] as number) + epsilon));
  return { gains, shifts: gains.map((gain, i) => (bias[i] as number) - gain * (mean[i] as number)) };
}

/** prob(bn(linear(x))) as one matrix and an offset. */
function lastLayers(draft: Draft): [Tensor, Tensor] {
  const [linear, prob] = [weightOf(draft, "linear.weight"), weightOf(draft, "prob.weight")];
  const { gains, shifts } = normOf(draft, "bn");
  const [inner = 0, outer = 0] = linear.dims;
  const matrix = new Float32Array(classes * outer);
  const bias = new Float32Array(classes);
  for (let row = 0; row < classes; row++) {
    const of = Array.from(prob.values.subarray(row * inner, (row + 1) * inner));
    bias[row] = of.reduce((sum, value, i) => sum + value * (shifts[i] as number), 0);
    for (let column = 0; column < outer; column++) {
      const sum = of.reduce(
        (total, value, i) => total + value * (gains[i] as number) * (linear.values[i * outer + column] as number),
        0,
      );
      matrix[row * outer + column] = sum;
    }
  }
  return [
    { dims: [classes, outer], values: matrix },
    { dims: [classes], values: bias },
  ];
}

function weightOf({ from }: Draft, name: string): Tensor {
  const tensor = from.get(name);
  if (!tensor) throw new Error(`the original has no ${name}`);
  return tensor;
}

function add(
  { nodes }: Draft,
  operator: string,
  inputs: readonly string[],
  output: string,
  { attributes = [], group = 1 }: { readonly attributes?: readonly Uint8Array[]; readonly group?: number } = {},
): string {
  nodes.push({ operator, inputs, outputs: [output], group, rest: attributes });
  return output;
}

/** Fields of onnx.proto3. AttributeProto: name 1, i 3, ints 8, type 20; 2 is INT, 7 is INTS. */
const integer = (name: string, value: number) =>
  Buffer.concat(writeBytes(5, [...writeBytes(1, name), writeVarint(3, value), writeVarint(20, 2)]));
const integers = (name: string, values: readonly number[]) =>
  Buffer.concat(
    writeBytes(5, [...writeBytes(1, name), ...values.map((value) => writeVarint(8, value)), writeVarint(20, 7)]),
  );

/** ValueInfoProto: a float32 tensor. */
function value(name: string, dims: readonly number[]): Uint8Array[] {
  const shape = writeBytes(
    2,
    dims.flatMap((size) => writeBytes(1, [writeVarint(1, size)])),
  );
  return [...writeBytes(1, name), ...writeBytes(2, writeBytes(1, [writeVarint(1, 1), ...shape]))];
}

/** ModelProto: ir_version 1, producer 2, graph 7, opset_import 8. */
function modelOf({ nodes, weights }: Draft): Uint8Array {
  const empty = Buffer.concat([
    writeVarint(1, 8),
    ...writeBytes(2, "selfsame scripts/models/minifasnet.ts"),
    ...writeBytes(7, []),
    ...writeBytes(8, [writeVarint(2, 13)]),
  ]);
  const ends = [
    writeBytes(2, "minifasnet"),
    writeBytes(11, value("input", [1, 3, side, side])),
    writeBytes(12, value("logits", [1, classes])),
  ];
  const rest = ends.map((pieces) => Buffer.concat(pieces));
  return writeGraph(empty, { nodes, weights, ends: new Set(["input", "logits"]), rest });
}

if (import.meta.main) {
  const [original, written] = process.argv.slice(2);
  if (original === undefined || written === undefined) {
    console.error("Usage: node scripts/models/minifasnet.ts FILE.pth FILE.onnx");
    process.exit(2);
  }
  writeFileSync(written, minifasnet(readFileSync(original)));
}
