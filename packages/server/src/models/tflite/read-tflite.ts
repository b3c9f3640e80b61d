import { OperatorError } from "../../operator-error.ts";
import { rootTable, type Table } from "./flatbuffer.ts";

/** A network of a TensorFlow Lite file, as its schema (version 3) has it: images are batch, row, column, channel. */
export interface LiteGraph {
  readonly tensors: readonly LiteTensor[];
  readonly operations: readonly LiteOperation[];
  /** Indices of tensors. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

export interface LiteTensor {
  readonly name: string;
  readonly dims: readonly number[];
  /** Of a constant of float32 numbers. */
  readonly values: Float32Array | undefined;
  readonly isConstant: boolean;
}

export interface LiteOperation {
  readonly operator: LiteOperator;
  readonly inputs: readonly number[];
  readonly output: number;
  /** Of a convolution. */
  readonly stride: readonly [down: number, right: number];
  readonly padding: "same" | "valid";
  readonly relu: boolean;
}

export type LiteOperator = "add" | "conv" | "depthwise" | "mul" | "relu" | "reshape" | "sub" | "abs";

/** Numbers of BuiltinOperator. */
const operators: Readonly<Record<number, LiteOperator>> = {
  0: "add",
  3: "conv",
  4: "depthwise",
  18: "mul",
  19: "relu",
  22: "reshape",
  41: "sub",
  101: "abs",
};

/** Where each operator's options have the function that is applied to what it gives. */
const activationField: Partial<Record<LiteOperator, number>> = { add: 0, conv: 3, depthwise: 4, mul: 0, sub: 0 };
const dilationFields: Partial<Record<LiteOperator, readonly [number, number]>> = { conv: [4, 5], depthwise: [5, 6] };

const refuse = (why: string, cause?: unknown): never => {
  throw new OperatorError(`The TensorFlow Lite file cannot be converted: ${why}.`, { cause });
};

/** By the identifier that follows the first four bytes. */
export const isTflite = (file: Uint8Array): boolean => Buffer.from(file.subarray(4, 8)).toString("latin1") === "TFL3";

/** @throws OperatorError for what is no such file, and for networks of other parts than LiteOperator has */
export function readTflite(file: Uint8Array): LiteGraph {
  if (!isTflite(file)) return refuse("it is none of version 3");
  try {
    return readGraph(rootTable(file));
  } catch (error) {
    if (error instanceof RangeError) return refuse("it is damaged", error);
    throw error;
  }
}

function readGraph(model: Table): LiteGraph {
  const [subgraph, ...more] = model.tables(2);
  if (!subgraph || more.length > 0) return refuse("it must have one graph");
  const codes = model.tables(1).map((code) => Math.max(code.number(0, "int8"), code.number(3, "int32")));
  const buffers = model.tables(4);
  return {
    tensors: subgraph.tables(0).map((tensor) => readTensor(tensor, buffers)),
    operations: subgraph.tables(3).map((operation) => readOperation(operation, codes)),
    inputs: subgraph.integers(1),
    outputs: subgraph.integers(2),
  };
}

function readTensor(tensor: Table, buffers: readonly Table[]): LiteTensor {
  const dims = tensor.integers(0);
  const data = buffers[tensor.number(2, "uint32")]?.bytes(0) ?? new Uint8Array();
  const name = tensor.text(3);
  const isConstant = data.length > 0;
  const isFloat = tensor.number(1, "int8") === 0;
  const count = dims.reduce((product, dim) => product * dim, 1);
  if (isConstant && isFloat && data.length !== count * 4) throw new RangeError(`${name} has another size`);
  // Copied, for in the file they begin anywhere. Little endian, as are all machines that ONNX Runtime runs on.
  const values = isConstant && isFloat ? new Float32Array(new Uint8Array(data).buffer) : undefined;
  return { name, dims, values, isConstant };
}

function readOperation(operation: Table, codes: readonly number[]): LiteOperation {
  const code = codes[operation.number(0, "uint32")];
  const operator = operators[code ?? -1];
  if (operator === undefined) return refuse(`it has an operator of number ${code}, which is not known here`);
  const [output, ...more] = operation.integers(2);
  if (output === undefined || more.length > 0) return refuse(`an operator ${operator} has not one output`);
  const options = operation.table(4);
  const read = (field: number | undefined, otherwise = 0): number =>
    field === undefined ? otherwise : (options?.number(field, "int8", otherwise) ?? otherwise);
  const activation = read(activationField[operator]);
  if (activation > 1) return refuse(`an operator ${operator} has an activation of number ${activation}`);
  const dilation = (dilationFields[operator] ?? []).map((field) => options?.number(field, "int32", 1) ?? 1);
  if (dilation.some((one) => one !== 1)) return refuse(`a convolution is dilated`);
  return {
    operator,
    inputs: operation.integers(1),
    output,
    // The schema has the width first.
    stride: [options?.number(2, "int32", 1) ?? 1, options?.number(1, "int32", 1) ?? 1],
    padding: read(0) === 0 ? "same" : "valid",
    relu: activation === 1,
  };
}
