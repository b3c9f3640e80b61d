import { type Field, readFields, writeBytes, writeVarint } from "./protobuf.ts";

/** Field numbers from onnx.proto3. */
const modelField = { graph: 7 } as const;
const graphField = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const;
const nodeField = { input: 1, output: 2, operator: 4, attribute: 5 } as const;
const tensorField = { dims: 1, dataType: 2, floats: 4, name: 8, raw: 9 } as const;
const attributeField = { name: 1, integer: 3, graph: 6, graphs: 11, type: 20 } as const;
const valueField = { name: 1 } as const;
const parsed: ReadonlySet<number> = new Set([nodeField.input, nodeField.output, nodeField.operator]);
const integerAttribute = 2;

/** ONNX's number for tensors of 32-bit floats. */
export const float32 = 1;

/** The part of an ONNX graph that rewriting its weights and operators needs; the rest is kept byte for byte. */
export interface Graph {
  readonly nodes: readonly Node[];
  /** Float32 constants, by name. */
  readonly weights: ReadonlyMap<string, Weights>;
  /** Names of inputs and outputs. */
  readonly ends: ReadonlySet<string>;
  readonly rest: readonly Uint8Array[];
}

export interface Node {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The `group` attribute, 1 by default: a convolution's channels are split into this many groups. */
  readonly group: number;
  readonly rest: readonly Uint8Array[];
}

export interface Weights {
  readonly dims: readonly number[];
  readonly values: Float32Array;
}

/** @returns undefined for a graph with subgraphs (loops, branches), whose names may refer to it */
export function readGraph(model: Uint8Array): Graph | undefined {
  const graph = readFields(model).find(({ number }) => number === modelField.graph);
  const fields = readFields(graph?.bytes ?? new Uint8Array());
  const nodes: Node[] = [];
  const weights = new Map<string, Weights>();
  const ends = new Set<string>();
  const rest: Uint8Array[] = [];
  for (const field of fields) {
    const tensor = field.number === graphField.initializer ? readWeights(field.bytes) : undefined;
    if (field.number === graphField.node) {
      const node = readNode(field.bytes);
      if (node === undefined) return undefined;
      nodes.push(node);
    } else if (tensor) weights.set(tensor.name, tensor);
    else if (field.number !== graphField.valueInfo) rest.push(field.raw); // shapes, which ONNX Runtime infers again
    if (field.number === graphField.input || field.number === graphField.output)
      ends.add(textOf(field.bytes, valueField.name));
  }
  return { nodes, weights, ends, rest };
}

/** The model with another graph. */
export function writeGraph(model: Uint8Array, { nodes, weights, rest }: Graph): Uint8Array {
  const graph = [
    ...nodes.flatMap(writeNode),
    ...Array.from(weights, ([name, tensor]) => writeWeights(name, tensor)).flat(),
    ...rest,
  ];
  const fields = readFields(model);
  return Buffer.concat(
    fields.flatMap(({ number, raw }) => (number === modelField.graph ? writeBytes(number, graph) : [raw])),
  );
}

function readNode(bytes: Uint8Array): Node | undefined {
  const fields = readFields(bytes);
  const texts = (number: number) => fields.filter((field) => field.number === number).map(asText);
  const attributes = fields.filter(({ number }) => number === nodeField.attribute);
  const inner = attributes.flatMap((attribute) => readFields(attribute.bytes));
  if (inner.some(({ number }) => number === attributeField.graph || number === attributeField.graphs)) return undefined;
  const group = attributes.find((attribute) => textOf(attribute.bytes, attributeField.name) === "group");
  return {
    operator: texts(nodeField.operator)[0] ?? "",
    inputs: texts(nodeField.input),
    outputs: texts(nodeField.output),
    group:
      readFields(group?.bytes ?? new Uint8Array()).find((one) => one.number === attributeField.integer)?.value ?? 1,
    rest: fields.filter((field) => field !== group && !parsed.has(field.number)).map(({ raw }) => raw),
  };
}

function writeNode({ operator, inputs, outputs, group, rest }: Node): Uint8Array[] {
  const attribute = [
    ...writeBytes(attributeField.name, "group"),
    writeVarint(attributeField.integer, group),
    writeVarint(attributeField.type, integerAttribute),
  ];
  return writeBytes(graphField.node, [
    ...inputs.flatMap((input) => writeBytes(nodeField.input, input)),
    ...outputs.flatMap((output) => writeBytes(nodeField.output, output)),
    ...writeBytes(nodeField.operator, operator),
    ...rest,
    ...(group === 1 ? [] : writeBytes(nodeField.attribute, attribute)),
  ]);
}

/** @returns undefined for other types than float32, and for external data */
function readWeights(bytes: Uint8Array): (Weights & { readonly name: string }) | undefined {
  const { name, dims, dataType, data } = readTensor(bytes);
  const length = dims.reduce((product, dim) => product * dim, 1);
  if (dataType !== float32 || data?.length !== length * 4) return undefined;
  // Copied for alignment. Little endian, like every machine that ONNX Runtime supports.
  return { name, dims, values: new Float32Array(new Uint8Array(data).buffer) };
}

interface AnyTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly dataType: number;
  /** Undefined for external data, or another encoding. */
  readonly data: Uint8Array | undefined;
}

/** @param raw a field of a graph @returns undefined for one that is no constant */
export function readInitializer(raw: Uint8Array): AnyTensor | undefined {
  const [field] = readFields(raw);
  return field?.number === graphField.initializer ? readTensor(field.bytes) : undefined;
}

function readTensor(bytes: Uint8Array): AnyTensor {
  const fields = readFields(bytes);
  const only = (number: number) => fields.find((field) => field.number === number);
  return {
    name: textOf(bytes, tensorField.name),
    dims: fields.filter(({ number }) => number === tensorField.dims).map(({ value }) => value),
    dataType: only(tensorField.dataType)?.value ?? 0,
    data: only(tensorField.raw)?.bytes ?? only(tensorField.floats)?.bytes,
  };
}

function writeWeights(name: string, { dims, values }: Weights): Uint8Array[] {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return writeBytes(graphField.initializer, [
    ...dims.map((size) => writeVarint(tensorField.dims, size)),
    writeVarint(tensorField.dataType, float32),
    ...writeBytes(tensorField.name, name),
    ...writeBytes(tensorField.raw, [raw]),
  ]);
}

const asText = ({ bytes }: Field) => Buffer.from(bytes).toString("utf8");

function textOf(message: Uint8Array, number: number): string {
  const field = readFields(message).find((one) => one.number === number);
  return field ? asText(field) : "";
}
