import { readGraph, type Weights, writeGraph } from "./graph.ts";
import { tinyWeight } from "./tiny-weights.ts";

/** Of the 23 bits behind the point: as many as half precision has. */
const keptBits = 10;
const droppedBits = 23 - keptBits;

/**
 * An ONNX model that compresses to two thirds, for those who load it over a network: weights are rounded to the precision of half floats, but stay
 * float32, with zeros at their end. What it gives differs little; how little, the camera's tests say.
 * @returns the model as it is where its graph has graphs in it
 */
export function roundWeights(model: Uint8Array): Uint8Array {
  const graph = readGraph(model);
  if (!graph) return model;
  const weights = Array.from(graph.weights, ([name, tensor]) => [name, rounded(tensor)] as const);
  return writeGraph(model, { ...graph, weights: new Map(weights) });
}

/** Vectors (biases, scales, shapes) are few, and stay as they are. */
function rounded({ dims, values }: Weights): Weights {
  if (dims.length < 2) return { dims, values };
  const out = values.map((value) => (Math.abs(value) < tinyWeight ? 0 : value));
  const bits = new Uint32Array(out.buffer);
  // To the nearest; what is carried into the exponent is right there.
  for (let i = 0; i < bits.length; i++) {
    bits[i] = (((bits[i] as number) + (1 << (droppedBits - 1))) >>> droppedBits) << droppedBits;
  }
  return { dims, values: out };
}
