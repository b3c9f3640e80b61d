import { fitChannels } from "./channels.ts";
import { readGraph, writeGraph } from "./graph.ts";
import { rewritePrelu } from "./prelu.ts";
import { zeroTinyWeights } from "./tiny-weights.ts";

/** An ONNX model that gives the same, to less than a millionth, in less time. */
export function rewriteModel(model: Uint8Array): Uint8Array {
  const graph = readGraph(model);
  return graph ? writeGraph(model, rewritePrelu(fitChannels(zeroTinyWeights(graph)))) : model;
}
