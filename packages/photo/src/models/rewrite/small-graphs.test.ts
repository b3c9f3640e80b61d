import assert from "node:assert/strict";
import { test } from "node:test";
import { InferenceSession, Tensor } from "../onnx-runtime.ts";
import { buildModel, constant, node, type Piece, tensor } from "./build-model.ts";
import { type Graph, readGraph } from "./graph.ts";
import { rewriteModel } from "./rewrite.ts";

/** Three channels of 5 x 5 different values. */
const photo = Float32Array.from({ length: 75 }, (_, i) => Math.sin(i * 1.7) * 40 + 60);
const ramp = (length: number, by = 0.07) => Float32Array.from({ length }, (_, i) => Math.cos(i * 2.3) * by + 0.01);

const kernel = constant("kernel", ramp(4 * 3 * 9), [4, 3, 3, 3]);
const slope = (value: number, dims: readonly number[]) => constant("slope", Float32Array.of(value), dims);

function modelOf(nodes: readonly Piece[], constants: readonly Piece[], side = 5): Buffer {
  return buildModel({
    name: "small",
    nodes,
    constants,
    inputs: [tensor("photo", 1, 3, 5, 5)],
    outputs: [tensor("out", 1, 4, side, side)],
  });
}

async function outputOf(model: Uint8Array): Promise<Float32Array> {
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 });
  const { out } = await session.run({ photo: new Tensor("float32", photo, [1, 3, 5, 5]) });
  await session.release();
  return out?.data as Float32Array;
}

/** Asserts that rewriting does not change the output. @returns the rewritten graph */
async function rewritten(model: Uint8Array): Promise<Graph> {
  const changed = rewriteModel(model);
  const [was, is] = [await outputOf(model), await outputOf(changed)];
  const most = Math.max(...was.map(Math.abs));
  assert.equal(is.length, was.length);
  const apart = Math.max(...was.map((value, i) => Math.abs(value - (is[i] ?? Number.NaN))));
  assert.ok(apart <= 2e-6 * most, `${apart} of ${most}`);
  return readGraph(changed) ?? assert.fail();
}

const operators = ({ nodes }: Graph) => nodes.map(({ operator }) => operator);
const padded = { pads: [1, 1, 1, 1] };

test("one slope for all channels becomes a LeakyRelu, whatever shape it has", async () => {
  for (const dims of [[1], [1, 1, 1], [1, 1, 1, 1]]) {
    for (const value of [0.25, -0.5, 1.75]) {
      const nodes = [node("Conv", ["photo", "kernel"], "made", padded), node("PRelu", ["made", "slope"], "out")];
      assert.deepEqual(operators(await rewritten(modelOf(nodes, [kernel, slope(value, dims)]))), ["Conv", "LeakyRelu"]);
    }
  }
});

test("a slope that is no constant stays", async () => {
  const nodes = [
    node("Conv", ["photo", "kernel"], "made", padded),
    node("Add", ["slope", "slope"], "twice"),
    node("PRelu", ["made", "twice"], "out"),
  ];
  assert.deepEqual(operators(await rewritten(modelOf(nodes, [kernel, slope(0.2, [1])]))), ["Conv", "Add", "PRelu"]);
});

const each = (name: string, values: readonly number[]) => constant(name, Float32Array.from(values), [1, 3, 1, 1]);
const means = each("mean", [104, 117, 123]);
const scales = each("scale", [0.5, 0.25, 2]);

test("a scale of the input goes into the convolution, also where that pads", async () => {
  for (const operator of ["Mul", "Div"]) {
    const nodes = [node(operator, ["photo", "scale"], "scaled"), node("Conv", ["scaled", "kernel"], "out", padded)];
    assert.deepEqual(operators(await rewritten(modelOf(nodes, [kernel, scales]))), ["Conv"]);
  }
});

test("a mean and a scale go into a convolution that does not pad, and into its bias", async () => {
  const bias = constant("bias", ramp(4, 3), [4]);
  for (const inputs of [
    ["scaled", "kernel"],
    ["scaled", "kernel", "bias"],
  ]) {
    const nodes = [
      node("Sub", ["photo", "mean"], "centered"),
      node("Div", ["centered", "scale"], "scaled"),
      node("Conv", inputs, "out"),
    ];
    assert.deepEqual(operators(await rewritten(modelOf(nodes, [kernel, means, scales, bias], 3))), ["Conv"]);
  }
});

test("of a mean and a scale before padding one sum is left", async () => {
  const nodes = [
    node("Mul", ["scale", "photo"], "scaled"),
    node("Sub", ["mean", "scaled"], "turned"),
    node("Mul", ["turned", "one"], "halved"),
    node("Conv", ["halved", "kernel"], "out", padded),
  ];
  const one = constant("one", Float32Array.of(0.5), [1]);
  assert.deepEqual(operators(await rewritten(modelOf(nodes, [kernel, means, scales, one]))), ["Add", "Conv"]);
});

test("what is done to the input stays where it differs by place, is read twice, or gains nothing", async () => {
  const place = constant("scale", ramp(25, 1), [1, 1, 5, 5]);
  const byPlace = [node("Mul", ["photo", "scale"], "scaled"), node("Conv", ["scaled", "kernel"], "out", padded)];
  assert.deepEqual(operators(await rewritten(modelOf(byPlace, [kernel, place]))), ["Mul", "Conv"]);
  const twice = [
    node("Mul", ["photo", "scale"], "scaled"),
    node("Conv", ["scaled", "kernel"], "one", padded),
    node("Conv", ["scaled", "kernel"], "other", padded),
    node("Add", ["one", "other"], "out"),
  ];
  assert.deepEqual(operators(await rewritten(modelOf(twice, [kernel, scales]))), ["Mul", "Conv", "Conv", "Add"]);
  const shifted = [node("Sub", ["photo", "mean"], "centered"), node("Conv", ["centered", "kernel"], "out", padded)];
  assert.deepEqual(operators(await rewritten(modelOf(shifted, [kernel, means]))), ["Sub", "Conv"]);
  const inverse = [node("Div", ["scale", "photo"], "inverse"), node("Conv", ["inverse", "kernel"], "out", padded)];
  assert.deepEqual(operators(await rewritten(modelOf(inverse, [kernel, scales]))), ["Div", "Conv"]);
});

test("weights that a file stores as 16-bit floats are read as what they are", async () => {
  const halves = constant("half", new Float16Array(ramp(4 * 3 * 9)), [4, 3, 3, 3]);
  const nodes = [
    node("Mul", ["photo", "scale"], "scaled"),
    node("Cast", "half", "kernel", { to: 1 }),
    node("Conv", ["scaled", "kernel"], "out", padded),
  ];
  const graph = await rewritten(modelOf(nodes, [halves, scales]));
  assert.deepEqual(operators(graph), ["Conv"], "and what comes before them is folded into them");
  assert.equal(graph.weights.get("half"), undefined);
  assert.ok([...graph.weights.values()].some(({ values }) => values.length === 108));
});
