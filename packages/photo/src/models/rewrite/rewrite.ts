import { fitChannels } from "./channels.ts";
import { foldInput } from "./fold-input.ts";
import { type Graph, readGraph, writeGraph } from "./graph.ts";
import { rewritePrelu, rewriteSharedSlopes } from "./prelu.ts";
import { zeroTinyWeights } from "./tiny-weights.ts";
import { widenHalves } from "./widen-halves.ts";

const steps: readonly ((graph: Graph) => Graph)[] = [
  widenHalves,
  foldInput,
  zeroTinyWeights,
  rewriteSharedSlopes,
  fitChannels,
  rewritePrelu,
];

/** A faster ONNX model whose outputs differ by less than a millionth. */
export function rewriteModel(model: Uint8Array): Uint8Array {
  const graph = readGraph(model);
  if (!graph) return model;
  return writeGraph(
    model,
    steps.reduce((one, step) => step(one), graph),
  );
}
