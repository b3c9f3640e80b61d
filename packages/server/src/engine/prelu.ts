import { type Field, readFields, writeBytes, writeVarint } from "./protobuf.ts";

/** Numbers of the fields used here, from onnx.proto3. */
const MODEL = { graph: 7 } as const;
const GRAPH = { node: 1, initializer: 5 } as const;
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 } as const;
const TENSOR = { dims: 1, dataType: 2, floats: 4, name: 8, raw: 9 } as const;
const ATTRIBUTE = { name: 1, integer: 3, type: 20 } as const;
const FLOAT = 1;
const INTEGER_ATTRIBUTE = 2;

/**
 * Writes each parametric ReLU of a model as what is the same: (1 - a) relu(x) + a x, both products as convolutions of
 * one pixel a channel.
 *
 * ONNX Runtime computes PRelu value by value with a branch, and leaves its fast channel-blocked layout before and
 * after each. Rewritten, MobileFaceNet takes half the time and MiniFASNet four fifths, and outputs differ by less
 * than a millionth (measured with 1.30).
 * @param model an ONNX file; one without PRelu comes back as it is
 */
export function rewritePrelu(model: Uint8Array): Uint8Array {
  return replaced(readFields(model), MODEL.graph, rewriteGraph);
}

function rewriteGraph(graph: Uint8Array): Uint8Array {
  const fields = readFields(graph);
  const slopes = new Map<string, Float32Array>();
  for (const field of fields) {
    const tensor = field.number === GRAPH.initializer ? slopesOf(field.bytes) : undefined;
    if (tensor) slopes.set(tensor.name, tensor.values);
  }
  return Buffer.concat(
    fields.flatMap((field) => {
      const node = field.number === GRAPH.node ? nodeOf(field.bytes) : undefined;
      const [input, slope] = node?.inputs ?? [];
      const values = slope === undefined ? undefined : slopes.get(slope);
      if (node?.operator !== "PRelu" || input === undefined || !values) return [field.raw];
      return preluNodes(input, node.output, values);
    }),
  );
}

function preluNodes(input: string, output: string, slopes: Float32Array): Uint8Array[] {
  const name = (part: string) => `${output}/prelu/${part}`;
  return [
    weights(
      name("above"),
      slopes.map((slope) => 1 - slope),
    ),
    weights(name("all"), slopes),
    node("Relu", [input], name("relu")),
    node("Conv", [name("relu"), name("above")], name("a"), slopes.length),
    node("Conv", [input, name("all")], name("b"), slopes.length),
    node("Add", [name("a"), name("b")], output),
  ];
}

function replaced(fields: readonly Field[], number: number, rewrite: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  return Buffer.concat(
    fields.map((field) => (field.number === number ? writeBytes(number, rewrite(field.bytes)) : field.raw)),
  );
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("utf8");

function nodeOf(bytes: Uint8Array) {
  const fields = readFields(bytes);
  const all = (number: number) => fields.filter((field) => field.number === number).map((field) => text(field.bytes));
  return { inputs: all(NODE.input), output: all(NODE.output)[0] ?? "", operator: all(NODE.operator)[0] };
}

/** The values of a float tensor of one number a channel: shape [C, 1, 1]. Other tensors are left alone. */
function slopesOf(bytes: Uint8Array): { readonly name: string; readonly values: Float32Array } | undefined {
  const fields = readFields(bytes);
  const only = (number: number) => fields.find((field) => field.number === number);
  const dims = fields.filter(({ number }) => number === TENSOR.dims).map(({ value }) => value);
  const [channels = 0, ...ones] = dims;
  const data = only(TENSOR.raw)?.bytes ?? only(TENSOR.floats)?.bytes;
  const fits = dims.length === 3 && ones.every((one) => one === 1) && data?.length === channels * 4;
  if (!fits || only(TENSOR.dataType)?.value !== FLOAT) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const values = Float32Array.from({ length: channels }, (_, i) => view.getFloat32(i * 4, true));
  return { name: text(only(TENSOR.name)?.bytes), values };
}

function weights(name: string, values: Float32Array): Uint8Array {
  const raw = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => raw.writeFloatLE(value, i * 4));
  const dims = [values.length, 1, 1, 1].map((size) => writeVarint(TENSOR.dims, size));
  const tensor = [
    ...dims,
    writeVarint(TENSOR.dataType, FLOAT),
    writeBytes(TENSOR.name, name),
    writeBytes(TENSOR.raw, raw),
  ];
  return writeBytes(GRAPH.initializer, Buffer.concat(tensor));
}

function node(operator: string, inputs: readonly string[], output: string, group?: number): Uint8Array {
  const attribute =
    group === undefined
      ? []
      : [
          writeBytes(
            NODE.attribute,
            Buffer.concat([
              writeBytes(ATTRIBUTE.name, "group"),
              writeVarint(ATTRIBUTE.integer, group),
              writeVarint(ATTRIBUTE.type, INTEGER_ATTRIBUTE),
            ]),
          ),
        ];
  const fields = [
    ...inputs.map((input) => writeBytes(NODE.input, input)),
    writeBytes(NODE.output, output),
    writeBytes(NODE.operator, operator),
    ...attribute,
  ];
  return writeBytes(GRAPH.node, Buffer.concat(fields));
}
