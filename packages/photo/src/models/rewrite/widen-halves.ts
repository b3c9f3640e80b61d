import { integerAttribute } from "./attributes.ts";
import { float32, type Graph, readInitializer, type Weights } from "./graph.ts";

/** ONNX's number for tensors of 16-bit floats. */
const float16 = 10;

/** Replaces weights that are stored as 16-bit floats with a Cast: half of the file's bytes, and the same numbers. Later rewrites know 32-bit weights only. */
export function widenHalves(graph: Graph): Graph {
  const halves = new Map(graph.rest.flatMap((raw) => halfIn(raw)));
  const weights = new Map(graph.weights);
  const nodes = graph.nodes.filter((node) => {
    const [[input = ""], [output = ""]] = [node.inputs, node.outputs];
    const half = node.operator === "Cast" && !graph.ends.has(output) ? halves.get(input) : undefined;
    if (!half || integerAttribute(node, "to") !== float32) return true;
    weights.set(output, half.weights);
    return false;
  });
  const used = new Set([...nodes.flatMap(({ inputs }) => inputs), ...graph.ends]);
  const unused = new Set([...halves].flatMap(([name, { raw }]) => (used.has(name) ? [] : [raw])));
  return { ...graph, nodes, weights, rest: graph.rest.filter((raw) => !unused.has(raw)) };
}

interface Half {
  readonly weights: Weights;
  /** The graph's field it was read from. */
  readonly raw: Uint8Array;
}

/** @param raw a field of a graph @returns its name and numbers, or nothing */
function halfIn(raw: Uint8Array): (readonly [name: string, half: Half])[] {
  const tensor = readInitializer(raw);
  if (tensor?.dataType !== float16 || !tensor.data || tensor.data.length % 2 !== 0) return [];
  const { name, dims, data } = tensor;
  // Copied for alignment.
  const values = Float32Array.from(new Float16Array(new Uint8Array(data).buffer));
  const size = dims.reduce((product, dim) => product * dim, 1);
  return values.length === size ? [[name, { weights: { dims, values }, raw }]] : [];
}
