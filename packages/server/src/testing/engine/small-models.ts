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

interface SmallGraph {
  readonly nodes: readonly Uint8Array[][];
  readonly inputs: readonly Uint8Array[][];
  readonly outputs: readonly Uint8Array[][];
}

/** ModelProto. */
function smallModel({ nodes, inputs, outputs }: SmallGraph): Buffer {
  const graph = message(
    ...nodes.map((one) => writeBytes(1, one)),
    writeBytes(2, "small"),
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
  const sides = [square, square];
  return smallModel({
    nodes: [
      node("AveragePool", "face", "squares", { kernel_shape: sides, strides: sides }),
      node("Flatten", "squares", "mosaic"),
    ],
    inputs: [tensor("face", 1, 3, 112, 112)],
    outputs: [tensor("mosaic", 1, dimensions)],
  });
}
