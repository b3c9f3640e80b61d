import { writeBytes, writeVarint } from "./protobuf.ts";

/** Parts of onnx.proto3, for graphs that are created here. */
const message = (...fields: readonly (readonly Uint8Array[])[]): Uint8Array[] => fields.flat();
const number = (at: number, value: number): Uint8Array[] => [writeVarint(at, value)];

/** A message that is not yet a field of another. */
export type Piece = readonly Uint8Array[];

/** ValueInfoProto, a float32 tensor. */
export function tensor(name: string, ...dims: readonly number[]): Piece {
  const shape = message(...dims.map((dim) => writeBytes(1, number(1, dim))));
  return message(writeBytes(1, name), writeBytes(2, writeBytes(1, message(number(1, 1), writeBytes(2, shape)))));
}

/** AttributeProto: an integer, or a list of integers. */
const attribute = (name: string, value: number | readonly number[]): Uint8Array[] =>
  typeof value === "number"
    ? message(writeBytes(1, name), number(3, value), number(20, 2))
    : message(writeBytes(1, name), ...value.map((one) => number(8, one)), number(20, 7));

/** NodeProto. */
export const node = (
  type: string,
  inputs: string | readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
): Piece =>
  message(
    ...(typeof inputs === "string" ? [inputs] : inputs).map((input) => writeBytes(1, input)),
    writeBytes(2, output),
    writeBytes(4, type),
    ...Object.entries(attributes).map(([name, value]) => writeBytes(5, attribute(name, value))),
  );

/** TensorProto of float32, float16 or integer values. */
export const constant = (
  name: string,
  values: Float32Array | Float16Array | BigInt64Array,
  dims: readonly number[],
): Piece =>
  message(
    ...dims.map((dim) => number(1, dim)),
    number(2, values instanceof Float32Array ? 1 : values instanceof BigInt64Array ? 7 : 10),
    writeBytes(8, name),
    writeBytes(9, [new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]),
  );

export interface BuiltGraph {
  readonly name: string;
  readonly nodes: readonly Piece[];
  readonly constants?: readonly Piece[];
  readonly inputs: readonly Piece[];
  readonly outputs: readonly Piece[];
}

/** ModelProto of ONNX IR version 8 and operator set 13. */
export function buildModel({ name, nodes, constants = [], inputs, outputs }: BuiltGraph): Buffer {
  const graph = message(
    ...nodes.map((one) => writeBytes(1, one)),
    writeBytes(2, name),
    ...constants.map((one) => writeBytes(5, one)),
    ...inputs.map((one) => writeBytes(11, one)),
    ...outputs.map((one) => writeBytes(12, one)),
  );
  return Buffer.concat(message(number(1, 8), writeBytes(7, graph), writeBytes(8, number(2, 13))));
}
