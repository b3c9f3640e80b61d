import type { Graph, Node, Weights } from "./graph.ts";

/** All weights with one number for each channel that connected tensors between convolutions share. */
export interface ChannelGroup {
  readonly size: number;
  readonly uses: readonly Use[];
}

interface Use {
  readonly name: string;
  readonly axis: 0 | 1;
  /** How the weight relates to the channels: produces them, adds to them, scales each, or consumes them. */
  readonly role: "made" | "bias" | "each" | "read";
}

/** How an operator uses channels. */
interface Part {
  /** Tensors with the same channels. */
  readonly same: readonly string[];
  /** Its weights, each with the tensor whose channels they belong to. */
  readonly uses: readonly (Use & { readonly tensor: string })[];
}

/** Operators that treat each channel separately and map 0 to 0. */
const keeping = new Set(["Relu", "LeakyRelu", "MaxPool", "AveragePool", "GlobalAveragePool"]);

/** Groups of channels that can be removed or added: only convolutions and channel-wise operators use them. */
export function channelGroups(graph: Graph): ChannelGroup[] {
  const made = new Set(graph.nodes.flatMap(({ outputs }) => outputs));
  const used = graph.nodes.flatMap(({ inputs }) => inputs);
  const once = (name: string) => used.indexOf(name) === used.lastIndexOf(name) && !graph.ends.has(name);
  const groups = createGroups();
  const uses: Part["uses"][number][] = [];
  for (const node of graph.nodes) {
    const part = partOf(node, graph.weights);
    const tensors = [...node.inputs, ...node.outputs].filter((name) => !graph.weights.has(name));
    if (part?.uses.every(({ name }) => once(name))) {
      groups.join(part.same);
      uses.push(...part.uses);
      groups.fix(tensors.filter((name) => !made.has(name)));
    } else groups.fix(tensors);
  }
  groups.fix([...graph.ends]);
  const byGroup = Map.groupBy(uses, ({ tensor }) => groups.of(tensor));
  return Array.from(byGroup).flatMap(([group, members]) => {
    const [size = 0, ...others] = new Set(members.map(({ name, axis }) => graph.weights.get(name)?.dims[axis]));
    const known = members.some(({ role }) => role === "made") && others.length === 0;
    return known && group !== fixed ? [{ size, uses: members }] : [];
  });
}

/** @returns undefined for an operator that may mix its channels */
function partOf({ operator, inputs, outputs, group }: Node, weights: ReadonlyMap<string, Weights>): Part | undefined {
  const [input = "", second = "", bias = ""] = inputs;
  const [output = "", ...more] = outputs;
  const dims = weights.get(second)?.dims;
  if (more.length > 0) return undefined;
  if (keeping.has(operator)) return { same: [input, output], uses: [] };
  if (operator === "Add" && inputs.every((name) => !weights.has(name))) return { same: [...inputs, output], uses: [] };
  if (operator === "PRelu" && dims?.length === 3 && dims[0] !== 1) {
    return { same: [input, output], uses: [{ tensor: input, name: second, axis: 0, role: "each" }] };
  }
  if (operator !== "Conv" || dims?.length !== 4 || (bias !== "" && !weights.has(bias))) return undefined;
  const biases = bias === "" ? [] : [{ tensor: output, name: bias, axis: 0, role: "bias" } as const];
  if (group === 1) {
    const made = { tensor: output, name: second, axis: 0, role: "made" } as const;
    const read = { tensor: input, name: second, axis: 1, role: "read" } as const;
    return { same: [], uses: [made, read, ...biases] };
  }
  if (dims[0] !== group || dims[1] !== 1) return undefined;
  return { same: [input, output], uses: [{ tensor: output, name: second, axis: 0, role: "each" }, ...biases] };
}

/** Group of tensors that must stay as they are. */
const fixed = "";

/** Disjoint sets of names, merged as relations are found. */
function createGroups() {
  const parents = new Map<string, string>();
  const of = (name: string): string => {
    const parent = parents.get(name);
    return parent === undefined ? name : of(parent);
  };
  const join = (names: readonly string[], into = names[0] ?? fixed) => {
    for (const name of names) {
      const [one, other] = [of(into), of(name)];
      if (one !== other) parents.set(one === fixed ? other : one, one === fixed ? one : other);
    }
  };
  return { of, join, fix: (names: readonly string[]) => join(names, fixed) };
}
