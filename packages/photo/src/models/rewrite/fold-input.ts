import { integersAttribute, textAttribute } from "./attributes.ts";
import type { Graph, Node, Weights } from "./graph.ts";

/**
 * Folds a graph's input normalization (subtracting a mean, dividing by a scale) into the convolution that follows: ONNX Runtime folds such operators
 * only after one. If the convolution pads, the shift remains one addition, because padding is not shifted.
 */
export function foldInput(graph: Graph): Graph {
  for (const input of graph.ends) {
    const chain = chainFrom(graph, input);
    const folded = chain && foldChain(graph, input, chain);
    if (folded) return folded;
  }
  return graph;
}

interface Chain {
  readonly steps: readonly Node[];
  readonly convolution: Node;
}

/** Maps a value x of a channel to scale * x + shift. */
interface Scaling {
  readonly scale: readonly number[];
  readonly shift: readonly number[];
}

const arithmetic = new Set(["Add", "Sub", "Mul", "Div"]);

/** The operators between an input and the first convolution, if nothing else reads their results. */
function chainFrom(graph: Graph, input: string): Chain | undefined {
  const steps: Node[] = [];
  for (let name = input; ;) {
    const [next, ...others] = graph.nodes.filter(({ inputs }) => inputs.includes(name));
    if (!next || others.length > 0) return undefined;
    if (next.operator === "Conv") return steps.length > 0 ? { steps, convolution: next } : undefined;
    const [output = ""] = next.outputs;
    if (!arithmetic.has(next.operator) || graph.ends.has(output)) return undefined;
    steps.push(next);
    name = output;
  }
}

/** @returns undefined if that is impossible, or gains nothing */
function foldChain(graph: Graph, input: string, { steps, convolution }: Chain): Graph | undefined {
  const [, kernelName = "", biasName = ""] = convolution.inputs;
  const [kernel, bias] = [graph.weights.get(kernelName), graph.weights.get(biasName)];
  if (!kernel || convolution.group !== 1 || (biasName !== "" && !bias)) return undefined;
  const scaling = scalingOf(steps, graph.weights, kernel.dims[1] ?? 1);
  if (!scaling) return undefined;
  const { scale, shift } = scaling;
  const staysShifted = pads(convolution) && shift.some((value) => value !== 0);
  if (staysShifted && (steps.length === 1 || scale.includes(0))) return undefined;

  const name = (part: string) => `${convolution.outputs[0]}/input/${part}`;
  const weights = new Map(graph.weights);
  weights.set(name("kernel"), scaled(kernel, scale));
  const shifted = { ...convolution, inputs: [input, name("kernel"), ...convolution.inputs.slice(2)] };
  const sum: Node[] = [];
  if (staysShifted) {
    const values = Float32Array.from(shift, (value, channel) => value / (scale[channel] as number));
    weights.set(name("shift"), { dims: [1, values.length, 1, 1], values });
    sum.push({ operator: "Add", inputs: [input, name("shift")], outputs: [name("sum")], group: 1, rest: [] });
    shifted.inputs[0] = name("sum");
  } else {
    weights.set(name("bias"), biasOf(kernel, shift, bias));
    shifted.inputs[2] = name("bias");
  }
  const nodes = graph.nodes
    .filter((node) => !steps.includes(node))
    .flatMap((node) => (node === convolution ? [...sum, shifted] : [node]));
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  return { ...graph, nodes, weights: new Map([...weights].filter(([weight]) => used.has(weight))) };
}

/** All steps combined. */
function scalingOf(
  steps: readonly Node[],
  weights: ReadonlyMap<string, Weights>,
  channels: number,
): Scaling | undefined {
  let [scale, shift] = [Array.from({ length: channels }, () => 1), Array.from({ length: channels }, () => 0)];
  for (const { operator, inputs } of steps) {
    const at = inputs.findIndex((name) => weights.has(name));
    const by = perChannel(weights.get(inputs[at] ?? ""), channels);
    const isReversed = at === 0;
    if (!by || (isReversed && operator === "Div")) return undefined;
    if (operator === "Mul" || operator === "Div") {
      const times = (value: number, i: number) =>
        operator === "Mul" ? value * (by[i] as number) : value / (by[i] as number);
      [scale, shift] = [scale.map(times), shift.map(times)];
    } else {
      const isNegated = operator === "Sub" && isReversed;
      const sign = operator === "Sub" && !isReversed ? -1 : 1;
      if (isNegated) [scale, shift] = [scale.map((value) => -value), shift.map((value) => -value)];
      shift = shift.map((value, i) => value + sign * (by[i] as number));
    }
  }
  return [...scale, ...shift].every(Number.isFinite) ? { scale, shift } : undefined;
}

/** One number for all channels or one for each: shape [C, 1, 1], with or without a leading 1. */
function perChannel(tensor: Weights | undefined, channels: number): readonly number[] | undefined {
  const [one] = tensor?.values ?? [];
  if (!tensor || one === undefined) return undefined;
  if (tensor.values.length === 1) return Array.from({ length: channels }, () => one);
  const dims = tensor.dims.length === 4 && tensor.dims[0] === 1 ? tensor.dims.slice(1) : tensor.dims;
  return dims.length === 3 && dims[0] === channels && tensor.values.length === channels
    ? [...tensor.values]
    : undefined;
}

function pads(convolution: Node): boolean {
  const automatic = textAttribute(convolution, "auto_pad") ?? "NOTSET";
  if (automatic === "VALID") return false;
  return automatic !== "NOTSET" || (integersAttribute(convolution, "pads")?.some((size) => size !== 0) ?? true);
}

/** Input channel of a kernel's element: [outputs, channels, height, width]. */
const channelOf = (i: number, { dims, values }: Weights): number => {
  const [made = 1, channels = 1] = dims;
  return Math.floor(i / (values.length / made / channels)) % channels;
};

const scaled = (kernel: Weights, scale: readonly number[]): Weights => ({
  dims: kernel.dims,
  values: kernel.values.map((value, i) => value * (scale[channelOf(i, kernel)] as number)),
});

/** What an input shift adds to each output channel of the convolution. */
function biasOf(kernel: Weights, shift: readonly number[], bias: Weights | undefined): Weights {
  const [made = 0] = kernel.dims;
  const sums = Array.from({ length: made }, (_, i) => bias?.values[i] ?? 0);
  const each = kernel.values.length / made;
  for (const [i, value] of kernel.values.entries()) {
    (sums[Math.floor(i / each)] as number) += value * (shift[channelOf(i, kernel)] as number);
  }
  return { dims: [made], values: Float32Array.from(sums) };
}
