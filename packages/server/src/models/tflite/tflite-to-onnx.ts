import { OperatorError } from "../../operator-error.ts";
import { buildModel, constant, node, type Piece, tensor } from "../rewrite/build-model.ts";
import { type LiteGraph, type LiteOperation, type LiteTensor, readTflite } from "./read-tflite.ts";

/**
 * A TensorFlow Lite network of images as an ONNX model: float32, channels before rows, one image at once. The input and the output keep their names.
 * @throws OperatorError for networks of other parts than read-tflite.ts knows
 */
export function tfliteToOnnx(file: Uint8Array): Buffer {
  const graph = readTflite(file);
  const slopes = foldedSlopes(graph);
  const written = createWriter(graph);
  for (const operation of graph.operations) {
    const slope = slopes.get(operation);
    if (slope === "folded") continue;
    if (slope) written.prelu(operation, slope);
    else written.operation(operation);
  }
  return written.model();
}

/** The parts of a PReLU as the converter of 2018 spells it: relu(x) + a (x - |x|), where x - |x| is twice the negative part. */
interface Slope {
  readonly input: number;
  /** Half of what is multiplied with the negative part. */
  readonly factor: number;
}

/** @returns for the last of each PReLU's five operations what it is made of, and of the others that they are in it */
function foldedSlopes({ operations, tensors }: LiteGraph): ReadonlyMap<LiteOperation, Slope | "folded"> {
  const makerOf = new Map(operations.map((operation) => [operation.output, operation]));
  const found = new Map<LiteOperation, Slope | "folded">();
  for (const sum of operations) {
    const made = (operation: LiteOperation | undefined, operator: LiteOperation["operator"]) =>
      (operation?.inputs ?? []).map((input) => makerOf.get(input)).find((one) => one?.operator === operator);
    if (sum.operator !== "add") continue;
    const [relu, product] = [made(sum, "relu"), made(sum, "mul")];
    const difference = made(product, "sub");
    const absolute = made(difference, "abs");
    const [input] = absolute?.inputs ?? [];
    const factor = product?.inputs.find((one) => tensors[one]?.values !== undefined);
    if (!relu || !product || !difference || !absolute || input === undefined || factor === undefined) continue;
    if (
      relu.inputs[0] !== input ||
      difference.inputs[0] !== input ||
      [sum, product, difference].some((one) => one.relu)
    )
      continue;
    found.set(sum, { input, factor });
    for (const part of [relu, product, difference, absolute]) found.set(part, "folded");
  }
  return found;
}

function createWriter({ tensors, inputs, outputs }: LiteGraph) {
  const nodes: Piece[] = [];
  const constants = new Map<string, Piece>();
  const tensorAt = (index: number): LiteTensor => tensors[index] ?? refuse(`it has no tensor ${index}`);
  const [input, output] = [onlyOf(inputs, "input"), onlyOf(outputs, "output")];
  const nameOf = (index: number): string => (index === input || index === output ? tensorAt(index).name : `t${index}`);
  const store = (name: string, values: Float32Array, dims: readonly number[]): string => {
    constants.set(name, constant(name, values, dims));
    return name;
  };
  const weightsOf = (
    index: number | undefined,
  ): { readonly dims: readonly number[]; readonly values: Float32Array } => {
    const { dims, values } = tensorAt(index ?? -1);
    return values ? { dims, values } : refuse("weights are not constant float32 numbers");
  };
  /** A number a channel, or one for all. */
  const perChannel = (index: number, scale = 1): string => {
    const { values, dims } = weightsOf(index);
    if (dims.slice(0, -1).some((dim) => dim !== 1)) return refuse("a constant is not one number a channel");
    return store(`t${index}`, scale === 1 ? values : values.map((value) => value * scale), [values.length, 1, 1]);
  };
  const operand = (index: number): string => (tensorAt(index).isConstant ? perChannel(index) : nameOf(index));
  const emit = (type: string, from: readonly string[], to: number, relu: boolean, attributes = {}) => {
    nodes.push(node(type, from, relu ? `${nameOf(to)}_linear` : nameOf(to), attributes));
    if (relu) nodes.push(node("Relu", `${nameOf(to)}_linear`, nameOf(to)));
  };

  const convolution = ({ operator, inputs: [from = -1, kernel = -1, bias], output: to, ...one }: LiteOperation) => {
    const { dims, values } = weightsOf(kernel);
    const [first = 0, rows = 0, columns = 0, last = 0] = dims;
    const [, height = 0, width = 0, channels = 0] = tensorAt(from).dims;
    const depthwise = operator === "depthwise";
    if (depthwise ? first !== 1 || last % channels !== 0 : last !== channels) return refuse("a kernel does not fit");
    const weights = depthwise
      ? transposed(values, [rows * columns, last])
      : transposedEach(values, first, [rows * columns, last]);
    const shape = depthwise ? [last, 1, rows, columns] : [first, last, rows, columns];
    const names = [nameOf(from), store(`t${kernel}`, weights, shape)];
    if (bias !== undefined && bias >= 0)
      names.push(store(`t${bias}`, weightsOf(bias).values, [weightsOf(bias).values.length]));
    const [top, bottom] = paddingOf(height, rows, one.stride[0], one.padding);
    const [left, right] = paddingOf(width, columns, one.stride[1], one.padding);
    emit("Conv", names, to, one.relu, {
      kernel_shape: [rows, columns],
      strides: one.stride,
      pads: [top, left, bottom, right],
      ...(depthwise && { group: channels }),
    });
  };

  return {
    prelu: ({ output: to }: LiteOperation, { input: from, factor }: Slope) =>
      emit("PRelu", [nameOf(from), perChannel(factor, 2)], to, false),

    operation(operation: LiteOperation): void {
      const { operator, inputs: from, output: to, relu } = operation;
      if (operator === "conv" || operator === "depthwise") return convolution(operation);
      if (operator === "reshape") {
        const [, rows = 1, columns = 1] = tensorAt(from[0] ?? -1).dims;
        // Of one place the order of channels and places is the same.
        if (rows * columns !== 1 || tensorAt(to).dims.length !== 2) return refuse("an image is reshaped");
        return emit("Flatten", [nameOf(from[0] ?? -1)], to, false, { axis: 1 });
      }
      const type = { add: "Add", sub: "Sub", mul: "Mul", relu: "Relu", abs: "Abs" }[operator];
      return emit(type, from.map(operand), to, relu);
    },

    model(): Buffer {
      const [, height = 0, width = 0, channels = 0] = tensorAt(input).dims;
      const [, numbers = 0, ...more] = tensorAt(output).dims;
      if (more.length > 0) return refuse("its output is no list of numbers");
      return buildModel({
        name: "from TensorFlow Lite",
        nodes,
        constants: [...constants.values()],
        inputs: [tensor(nameOf(input), 1, channels, height, width)],
        outputs: [tensor(nameOf(output), 1, numbers)],
      });
    },
  };
}

/** `same`: as many places as strides; of what is missing, the larger half after the image. */
function paddingOf(size: number, kernel: number, stride: number, padding: "same" | "valid"): readonly [number, number] {
  if (padding === "valid") return [0, 0];
  const all = Math.max(0, (Math.ceil(size / stride) - 1) * stride + kernel - size);
  return [Math.floor(all / 2), Math.ceil(all / 2)];
}

/** @param values rows of columns, at `from` on @returns columns of rows */
function transposed(values: Float32Array, [rows, columns]: readonly [number, number], from = 0): Float32Array {
  const out = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      out[column * rows + row] = values[from + row * columns + column] as number;
  return out;
}

function transposedEach(values: Float32Array, count: number, size: readonly [number, number]): Float32Array {
  const each = size[0] * size[1];
  const out = new Float32Array(values.length);
  for (let i = 0; i < count; i++) out.set(transposed(values, size, i * each), i * each);
  return out;
}

function onlyOf(indices: readonly number[], what: string): number {
  const [only, ...more] = indices;
  return only !== undefined && more.length === 0 ? only : refuse(`it has not one ${what}`);
}

function refuse(why: string): never {
  throw new OperatorError(`The TensorFlow Lite file cannot be converted: ${why}.`);
}
