import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { ModelEntry } from "@selfsame/face/manifest";
import { testModels } from "../../../testing/engine/test-models.ts";
import { modelPath } from "../model-path.ts";
import { fitChannels } from "./channels.ts";
import { type Graph, type Node, readGraph, type Weights } from "./graph.ts";
import { zeroTinyWeights } from "./tiny-weights.ts";

/** Numbers from 1 on, and 0 in dead channels. */
function weightsOf(dims: readonly number[], dead: readonly number[] = []): Weights {
  const [channels = 1] = dims;
  const inner = dims.slice(1).reduce((product, size) => product * size, 1);
  const value = (i: number) => (dead.includes(Math.floor(i / inner)) ? 0 : 1 + i);
  return { dims, values: Float32Array.from({ length: channels * inner }, (_, i) => value(i)) };
}

const node = (operator: string, inputs: readonly string[], output: string, group = 1): Node => ({
  operator,
  inputs,
  outputs: [output],
  group,
  rest: [],
});

const dead = Array.from({ length: 17 }, (_, i) => i * 2);

/** 3 channels to 40, of which 17 are dead; each is filtered on its own; then to 8. */
const chain: Graph = {
  nodes: [
    node("Conv", ["photo", "widen"], "wide"),
    node("PRelu", ["wide", "slopes"], "bent"),
    node("Conv", ["bent", "filter", "bias"], "filtered", 40),
    node("Conv", ["filtered", "narrow"], "out"),
  ],
  weights: new Map([
    ["widen", weightsOf([40, 3, 1, 1], dead)],
    ["slopes", weightsOf([40, 1, 1])],
    ["filter", weightsOf([40, 1, 3, 3])],
    ["bias", weightsOf([40], dead)],
    ["narrow", weightsOf([8, 40, 1, 1])],
  ]),
  ends: new Set(["photo", "out"]),
  rest: [],
};

const dimsOf = ({ weights }: Graph) => Object.fromEntries(Array.from(weights, ([name, { dims }]) => [name, dims]));
const changed = (
  graph: Graph,
  weights: readonly (readonly [string, Weights])[],
  nodes: readonly Node[] = [],
): Graph => ({
  ...graph,
  nodes: [...graph.nodes, ...nodes],
  weights: new Map([...graph.weights, ...weights]),
});
const isLeft = (graph: Graph) => assert.deepEqual(dimsOf(fitChannels(graph)), dimsOf(graph));

test("dead channels are taken out of everything that has a number for them, up to whole blocks", () => {
  const fitted = fitChannels(chain);
  assert.deepEqual(dimsOf(fitted), {
    widen: [32, 3, 1, 1],
    slopes: [32, 1, 1],
    filter: [32, 1, 3, 3],
    bias: [32],
    narrow: [8, 32, 1, 1],
  });
  assert.equal(fitted.nodes[2]?.group, 32);
  // The first live channel is channel 1: its weights have moved to the front.
  assert.deepEqual(fitted.weights.get("widen")?.values.slice(0, 3), Float32Array.of(4, 5, 6));
  const narrow = fitted.weights.get("narrow")?.values ?? assert.fail();
  assert.deepEqual([narrow[0], narrow[32]], [2, 42], "of both rows");
  assert.equal(narrow[31], 0, "23 are alive: the rest of the second block is nothing");
});

test("a count that is no multiple of four is filled up with channels of nothing", () => {
  const odd: Graph = {
    ...chain,
    nodes: [
      node("Conv", ["photo", "widen"], "wide"),
      node("Relu", ["wide"], "bent"),
      node("Conv", ["bent", "narrow"], "out"),
    ],
    weights: new Map([
      ["widen", weightsOf([13, 3, 1, 1])],
      ["narrow", weightsOf([8, 13, 1, 1])],
    ]),
  };
  assert.deepEqual(dimsOf(fitChannels(odd)), { widen: [16, 3, 1, 1], narrow: [8, 16, 1, 1] });
});

test("a channel of which only the bias is left still says something", () => {
  isLeft(changed(chain, [["bias", weightsOf([40])]]));
});

test("channels that another operator sees are left alone", () => {
  isLeft(changed(chain, [], [node("Reshape", ["filtered", "shape"], "flat")]));
  isLeft({ ...chain, ends: new Set([...chain.ends, "bent"]) });
  isLeft(changed(chain, [["factor", weightsOf([1])]], [node("Add", ["bent", "factor"], "more")]));
});

test("so are weights that are used twice", () => {
  isLeft(changed(chain, [], [node("Conv", ["photo", "widen"], "again"), node("Conv", ["again", "narrow"], "other")]));
});

test("a channel that one of two summands fills is not dead", () => {
  const besides = [node("Conv", ["photo", "beside"], "second"), node("Add", ["wide", "second"], "sum")];
  const [widen, bend, ...others] = chain.nodes as [Node, Node, ...Node[]];
  const nodes = [widen, ...besides, { ...bend, inputs: ["sum", "slopes"] }, ...others];
  isLeft({ ...changed(chain, [["beside", weightsOf([40, 3, 1, 1])]]), nodes });
  const both = { ...changed(chain, [["beside", weightsOf([40, 3, 1, 1], dead)]]), nodes };
  assert.deepEqual(dimsOf(fitChannels(both))["beside"], [32, 3, 1, 1]);
});

test("of the default models the recogniser loses more than a quarter of its weights, and every count of channels in the spoof models fits", async () => {
  const { manifest, manifestPath, modelsDir } = await testModels();
  const graphOf = async (entry: ModelEntry) => {
    const file = await readFile(modelPath(entry, manifestPath, modelsDir));
    return readGraph(file) ?? assert.fail("there are graphs in it");
  };
  const sizeOf = ({ weights }: Graph) => Array.from(weights, ([, { values }]) => values.length).reduce((a, b) => a + b);
  const embed = await graphOf(manifest.models.embed);
  assert.ok(sizeOf(fitChannels(zeroTinyWeights(embed))) < 0.75 * sizeOf(embed));

  const counts = ({ nodes, weights }: Graph) =>
    nodes.flatMap(({ operator, inputs }) => (operator === "Conv" ? (weights.get(inputs[1] ?? "")?.dims[0] ?? 0) : []));
  for (const network of manifest.models.spoof.networks) {
    const spoof = await graphOf(network);
    assert.ok(counts(spoof).some((count) => count % 4 !== 0));
    assert.ok(counts(fitChannels(spoof)).every((count) => count > 0 && count % 4 === 0));
  }
});
