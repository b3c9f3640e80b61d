import { OperatorError } from "@selfsame/platform/operator-error";
import { rootTable, type Table } from "./flatbuffer.ts";

/** A network of a TensorFlow Lite file, after its schema (version 3): images are batch, row, column, channel. */
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
  /** Set for constants of float32 numbers, or of half floats, which files store. */
  readonly values: Float32Array | undefined;
  /** Set for constants of 32-bit integers. */
  readonly integers: readonly number[] | undefined;
  readonly isConstant: boolean;
}

export interface LiteOperation {
  readonly operator: LiteOperator;
  readonly inputs: readonly number[];
  readonly output: number;
  /** Of a convolution. */
  readonly stride: readonly [down: number, right: number];
  readonly padding: "same" | "valid";
  /** Of pooling. */
  readonly window: readonly [rows: number, columns: number];
  /** Of a concatenation. */
  readonly axis: number;
  readonly relu: boolean;
}

type LiteOperator =
  | "abs"
  | "add"
  | "concat"
  | "conv"
  | "depthwise"
  | "maxpool"
  | "mul"
  | "pad"
  | "relu"
  | "reshape"
  | "sub";

/** Numbers of BuiltinOperator. */
const operators: Readonly<Record<number, LiteOperator>> = {
  0: "add",
  2: "concat",
  3: "conv",
  4: "depthwise",
  17: "maxpool",
  18: "mul",
  19: "relu",
  22: "reshape",
  34: "pad",
  41: "sub",
  101: "abs",
};

/** Converts a file's half floats to float32: they are read as such directly. */
const dequantize = 6;

/** Field of each operator's options that holds its fused activation. */
const activationField: Partial<Record<LiteOperator, number>> = {
  add: 0,
  concat: 1,
  conv: 3,
  depthwise: 4,
  maxpool: 5,
  mul: 0,
  sub: 0,
};
const dilationFields: Partial<Record<LiteOperator, readonly [number, number]>> = { conv: [4, 5], depthwise: [5, 6] };

const refuse = (why: string, cause?: unknown): never => {
  throw new OperatorError(`The TensorFlow Lite file cannot be converted: ${why}.`, { cause });
};

/** By the identifier after the first four bytes. */
export const isTflite = (file: Uint8Array): boolean => Buffer.from(file.subarray(4, 8)).toString("latin1") === "TFL3";

/** @throws OperatorError for other files, and for networks with other operators than LiteOperator lists */
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
  const tensors = subgraph.tables(0).map((tensor) => readTensor(tensor, buffers));
  const isHalf = (operation: Table) => codes[operation.number(0, "uint32")] === dequantize;
  for (const operation of subgraph.tables(3).filter(isHalf)) {
    const [from = -1, to = -1] = [operation.integers(1)[0], operation.integers(2)[0]];
    const [stored, whole] = [tensors[from], tensors[to]];
    if (!stored?.values || !whole) return refuse("weights are stored as other numbers than float32 or half floats");
    tensors[to] = { ...whole, values: stored.values, isConstant: true };
  }
  return {
    tensors,
    operations: subgraph
      .tables(3)
      .filter((operation) => !isHalf(operation))
      .map((operation) => readOperation(operation, codes)),
    inputs: subgraph.integers(1),
    outputs: subgraph.integers(2),
  };
}

/** Numbers of TensorType. */
const [float32, float16, int32] = [0, 1, 2];
const bytesOf: Readonly<Record<number, number>> = { [float32]: 4, [float16]: 2, [int32]: 4 };

function readTensor(tensor: Table, buffers: readonly Table[]): LiteTensor {
  const dims = tensor.integers(0);
  const data = buffers[tensor.number(2, "uint32")]?.bytes(0) ?? new Uint8Array();
  const name = tensor.text(3);
  const isConstant = data.length > 0;
  const type = tensor.number(1, "int8");
  const count = dims.reduce((product, dim) => product * dim, 1);
  if (isConstant && data.length !== count * (bytesOf[type] ?? Number.NaN) && type in bytesOf)
    throw new RangeError(`${name} has another size`);
  // Copied for alignment. Little endian, like every machine that ONNX Runtime supports.
  const { buffer } = new Uint8Array(isConstant ? data : []);
  const values =
    type === float32
      ? new Float32Array(buffer)
      : type === float16
        ? Float32Array.from(new Float16Array(buffer))
        : undefined;
  return {
    name,
    dims,
    isConstant,
    values: isConstant ? values : undefined,
    integers: isConstant && type === int32 ? [...new Int32Array(buffer)] : undefined,
  };
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
    window: operator === "maxpool" ? [options?.number(4, "int32") ?? 0, options?.number(3, "int32") ?? 0] : [1, 1],
    axis: operator === "concat" ? (options?.number(0, "int32") ?? 0) : 0,
    relu: activation === 1,
  };
}
