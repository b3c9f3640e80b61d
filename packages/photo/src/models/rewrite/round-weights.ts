import { readGraph, type Weights, writeGraph } from "./graph.ts";
import { tinyWeight } from "./tiny-weights.ts";

/** Of 23 mantissa bits: as many as half precision has. */
const keptBits = 10;
const droppedBits = 23 - keptBits;

/**
 * An ONNX model that compresses to two thirds, for loading over a network: weights are rounded to half precision, but stay float32, with trailing zeros.
 * The camera's tests bound the effect on outputs.
 * @returns the model unchanged if its graph has subgraphs
 */
export function roundWeights(model: Uint8Array): Uint8Array {
  const graph = readGraph(model);
  if (!graph) return model;
  const weights = Array.from(graph.weights, ([name, tensor]) => [name, rounded(tensor)] as const);
  return writeGraph(model, { ...graph, weights: new Map(weights) });
}

/** Vectors (biases, scales, shapes) are few, and unchanged. */
function rounded({ dims, values }: Weights): Weights {
  if (dims.length < 2) return { dims, values };
  const out = values.map((value) => (Math.abs(value) < tinyWeight ? 0 : value));
  const bits = new Uint32Array(out.buffer);
  // Rounds to nearest; a carry into the exponent is correct.
  for (let i = 0; i < bits.length; i++) {
    bits[i] = (((bits[i] as number) + (1 << (droppedBits - 1))) >>> droppedBits) << droppedBits;
  }
  return { dims, values: out };
}
