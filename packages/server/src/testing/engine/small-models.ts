import { writeBytes, writeVarint } from "../../models/rewrite/protobuf.ts";

/** Parts of onnx.proto3, for graphs that tests make: a few nodes, and weights where there are any. */
const message = (...fields: readonly (readonly Uint8Array[])[]): Uint8Array[] => fields.flat();
const number = (at: number, value: number): Uint8Array[] => [writeVarint(at, value)];

/** ValueInfoProto, a float32 tensor. */
function tensor(name: string, ...dims: readonly number[]): Uint8Array[] {
  const shape = message(...dims.map((dim) => writeBytes(1, number(1, dim))));
  return message(writeBytes(1, name), writeBytes(2, writeBytes(1, message(number(1, 1), writeBytes(2, shape)))));
}

/** AttributeProto, a list of whole numbers. */
const integers = (name: string, values: readonly number[]): Uint8Array[] =>
  message(writeBytes(1, name), ...values.map((value) => number(8, value)), number(20, 7));

/** NodeProto. */
const node = (
  type: string,
  input: string,
  output: string,
  attributes: Readonly<Record<string, readonly number[]>> = {},
): Uint8Array[] =>
  message(
    writeBytes(1, input),
    writeBytes(2, output),
    writeBytes(4, type),
    ...Object.entries(attributes).map(([name, values]) => writeBytes(5, integers(name, values))),
  );

/** TensorProto, of float32 numbers. */
const constant = (name: string, values: Float32Array, dims: readonly number[]): Uint8Array[] =>
  message(
    ...dims.map((dim) => number(1, dim)),
    number(2, 1),
    writeBytes(8, name),
    writeBytes(9, [new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]),
  );

interface SmallGraph {
  readonly nodes: readonly Uint8Array[][];
  readonly constants?: readonly Uint8Array[][];
  readonly inputs: readonly Uint8Array[][];
  readonly outputs: readonly Uint8Array[][];
}

/** ModelProto. */
function smallModel({ nodes, constants = [], inputs, outputs }: SmallGraph): Buffer {
  const graph = message(
    ...nodes.map((one) => writeBytes(1, one)),
    writeBytes(2, "small"),
    ...constants.map((one) => writeBytes(5, one)),
    ...inputs.map((one) => writeBytes(11, one)),
    ...outputs.map((one) => writeBytes(12, one)),
  );
  return Buffer.concat(message(number(1, 8), writeBytes(7, graph), writeBytes(8, number(2, 13))));
}

/** A recognizer of a kind: the mean color of each channel of the aligned face, three numbers. */
export const meanColorModel = (): Buffer =>
  smallModel({
    nodes: [node("GlobalAveragePool", "face", "pooled"), node("Flatten", "pooled", "color")],
    inputs: [tensor("face", 1, 3, 112, 112)],
    outputs: [tensor("color", 1, 3)],
  });

/** The same of each square of so many pixels: of 14, 192 numbers. */
export function mosaicModel(square: number): Buffer {
  const dimensions = 3 * (112 / square) ** 2;
  return pooled([square, square], [square, square], "face", [tensor("mosaic", 1, dimensions)], []);
}

/** The brightness of so many places, 128 or 1024. */
export function brightnessModel(dimensions: 128 | 1024): Buffer {
  const [kernel, strides] =
    dimensions === 128
      ? ([
          [14, 7],
          [14, 7],
        ] as const)
      : ([
          [19, 19],
          [3, 3],
        ] as const);
  const mean = node("ReduceMean", "face", "grey", { axes: [1] });
  return pooled(kernel, strides, "grey", [tensor("mosaic", 1, dimensions)], [mean]);
}

function pooled(
  kernel: readonly number[],
  strides: readonly number[],
  from: string,
  outputs: readonly Uint8Array[][],
  before: readonly Uint8Array[][],
): Buffer {
  return smallModel({
    nodes: [
      ...before,
      node("AveragePool", from, "places", { kernel_shape: kernel, strides }),
      node("Flatten", "places", "mosaic"),
    ],
    inputs: [tensor("face", 1, 3, 112, 112)],
    outputs,
  });
}

/** A detector that sees the same whatever it is shown. @param outputs its numbers, so many for each candidate */
export function fixedDetector(
  side: number,
  outputs: Readonly<Record<string, { readonly values: Float32Array; readonly each: number }>>,
): Buffer {
  const all = Object.entries(outputs).map(([name, { values, each }]) => ({
    name,
    values,
    dims: [1, values.length / each, each],
  }));
  return smallModel({
    nodes: all.map(({ name }) => node("Identity", `${name}_values`, name)),
    constants: all.map(({ name, values, dims }) => constant(`${name}_values`, values, dims)),
    inputs: [tensor("input", 1, 3, side, side)],
    outputs: all.map(({ name, dims }) => tensor(name, ...dims)),
  });
}
