import { type ChannelGroup, channelGroups } from "./channel-groups.ts";
import type { Graph, Weights } from "./graph.ts";

/** ONNX Runtime's blocked layout has 16 channels a block on AVX-512, 8 elsewhere; a partial block costs as much as a whole one. */
const block = 16;
/** Channel counts that are not a multiple of this leave the blocked layout. */
const aligned = 4;
/** A channel is dead if all its weights are 0 and its bias is below this: those of the default models are below 1.4e-7. */
const faint = 1e-6;

/**
 * Removes dead channels (2,697 of the recognizer's 10,176), and pads counts to a multiple of four with empty ones (103 and 13 in the spoof model, which
 * so left the blocked layout and returned to it 36 times). Outputs differ by less than a millionth.
 */
export function fitChannels(graph: Graph): Graph {
  const weights = new Map(graph.weights);
  for (const group of channelGroups(graph)) {
    const kept = keptChannels(group, graph.weights);
    for (const { name, axis } of kept ? group.uses : []) {
      const tensor = weights.get(name);
      if (kept && tensor) weights.set(name, select(tensor, axis, kept));
    }
  }
  // A depthwise convolution has as many groups as channels.
  const nodes = graph.nodes.map((node) => {
    const channels = weights.get(node.inputs[1] ?? "")?.dims[0];
    const before = graph.weights.get(node.inputs[1] ?? "")?.dims[0];
    return channels !== undefined && node.group > 1 && channels !== before ? { ...node, group: channels } : node;
  });
  return { ...graph, nodes, weights };
}

/** @returns the channels to keep, -1 for an empty one; undefined if nothing should change */
function keptChannels({ size, uses }: ChannelGroup, weights: ReadonlyMap<string, Weights>): number[] | undefined {
  const least = { made: 0, bias: faint } as const;
  const speaks = (channel: number) =>
    uses.some(({ name, role }) => {
      if (role !== "made" && role !== "bias") return false;
      return weightsOf(weights.get(name), channel).some((value) => Math.abs(value) > least[role]);
    });
  const alive = Array.from({ length: size }, (_, channel) => channel).filter(speaks);
  const fitted = Math.max(1, Math.ceil(alive.length / block)) * block;
  const asGood = size % aligned === 0 && size <= fitted;
  return asGood ? undefined : [...alive, ...Array.from({ length: fitted - alive.length }, () => -1)];
}

/** Weights of one channel, along the first axis. */
function weightsOf(tensor: Weights | undefined, channel: number): Float32Array {
  const inner = tensor ? tensor.values.length / (tensor.dims[0] ?? 1) : 0;
  return tensor?.values.subarray(channel * inner, (channel + 1) * inner) ?? new Float32Array();
}

function select({ dims, values }: Weights, axis: number, channels: readonly number[]): Weights {
  const [outer, size, inner] = [product(dims.slice(0, axis)), dims[axis] ?? 1, product(dims.slice(axis + 1))];
  const out = new Float32Array(outer * channels.length * inner);
  for (let i = 0; i < outer; i++) {
    for (const [to, from] of channels.entries()) {
      if (from < 0) continue;
      const [source, target] = [(i * size + from) * inner, (i * channels.length + to) * inner];
      // Element by element: often it is a single one, and creating an array view for each takes longer.
      for (let at = 0; at < inner; at++) out[target + at] = values[source + at] as number;
    }
  }
  return { dims: dims.with(axis, channels.length), values: out };
}

const product = (sizes: readonly number[]): number => sizes.reduce((total, size) => total * size, 1);
