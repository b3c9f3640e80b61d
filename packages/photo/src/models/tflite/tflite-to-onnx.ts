import { OperatorError } from "@selfsame/platform/operator-error";
import { buildModel, constant, node, type Piece, tensor } from "../rewrite/build-model.ts";
import { type LiteGraph, type LiteOperation, type LiteTensor, readTflite } from "./read-tflite.ts";

/**
 * Converts a TensorFlow Lite network of images to ONNX: float32, channels before rows, one image at a time. Inputs and outputs keep their names; an
 * output of several dimensions becomes one list of the same numbers.
 * @throws OperatorError for networks with operators that read-tflite.ts does not know
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

/** A PReLU as the converter of 2018 writes it: relu(x) + a (x - |x|), where x - |x| is twice the negative part. */
interface Slope {
  readonly input: number;
  /** Half of the factor of the negative part. */
  readonly factor: number;
}

/** @returns for the last of a PReLU's five operations its parts, and for the others that they are folded into it */
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

/** The file's tensors, and their names in the model. */
function createView({ tensors, inputs, outputs }: LiteGraph) {
  const tensorAt = (index: number): LiteTensor => tensors[index] ?? refuse(`it has no tensor ${index}`);
  const input = onlyOf(inputs, "input");
  const isEnd = (index: number) => index === input || outputs.includes(index);
  return {
    tensorAt,
    input,
    outputs,
    nameOf: (index: number): string => (isEnd(index) ? tensorAt(index).name : `t${index}`),
    isImage: (index: number): boolean => tensorAt(index).dims.length === 4,
    weightsOf: (index: number | undefined): { readonly dims: readonly number[]; readonly values: Float32Array } => {
      const { dims, values } = tensorAt(index ?? -1);
      return values ? { dims, values } : refuse("weights are not constant float32 numbers");
    },
    /** In ONNX's order, rows before columns. */
    padsAround: (
      { inputs: [from = -1], stride, padding }: Pick<LiteOperation, "inputs" | "stride" | "padding">,
      [rows, columns]: readonly [number, number],
    ): readonly number[] => {
      const [, height = 0, width = 0] = tensorAt(from).dims;
      const [top, bottom] = paddingOf(height, rows, stride[0], padding);
      const [left, right] = paddingOf(width, columns, stride[1], padding);
      return [top, left, bottom, right];
    },
  };
}

type GraphView = ReturnType<typeof createView>;

/** Collects the model's nodes and constants. */
function createPieces({ nameOf, weightsOf }: GraphView) {
  const nodes: Piece[] = [];
  const constants = new Map<string, Piece>();
  const store = (name: string, values: Float32Array | BigInt64Array, dims: readonly number[]): string => {
    constants.set(name, constant(name, values, dims));
    return name;
  };
  return {
    nodes,
    constants,
    store,
    /** One number for each channel, or one for all. */
    perChannel: (index: number, scale = 1): string => {
      const { values, dims } = weightsOf(index);
      if (dims.slice(0, -1).some((dim) => dim !== 1)) return refuse("a constant is not one number a channel");
      return store(`t${index}`, scale === 1 ? values : values.map((value) => value * scale), [values.length, 1, 1]);
    },
    emit: (type: string, from: readonly string[], to: number, relu: boolean, attributes = {}): void => {
      nodes.push(node(type, from, relu ? `${nameOf(to)}_linear` : nameOf(to), attributes));
      if (relu) nodes.push(node("Relu", `${nameOf(to)}_linear`, nameOf(to)));
    },
  };
}

type Pieces = ReturnType<typeof createPieces>;

/** A list has an image's numbers in the file's order: row, column, channel. */
function flatten(
  { isImage, nameOf, tensorAt }: GraphView,
  { nodes, emit }: Pieces,
  { inputs: [from = -1], output: to }: LiteOperation,
): void {
  if (isImage(to)) return refuse("an image is reshaped");
  if (!isImage(from)) return emit("Identity", [nameOf(from)], to, false);
  const [, rows = 1, columns = 1] = tensorAt(from).dims;
  const turned = `t${from}_turned_${to}`;
  // With one place, the orders of channels and places agree.
  if (rows * columns > 1) nodes.push(node("Transpose", nameOf(from), turned, { perm: [0, 2, 3, 1] }));
  emit("Flatten", [rows * columns > 1 ? turned : nameOf(from)], to, false, { axis: 1 });
}

function pad(
  { isImage, nameOf, tensorAt }: GraphView,
  { emit, store }: Pieces,
  { inputs: [from = -1, around = -1], output: to }: LiteOperation,
): void {
  const [b0, b1, y0, y1, x0, x1, c0, c1] = tensorAt(around).integers ?? [];
  const pads = [b0, c0, y0, x0, b1, c1, y1, x1];
  if (!isImage(from) || pads.includes(undefined)) return refuse("it is not known how far an image is padded");
  const whole = BigInt64Array.from(pads, (one) => BigInt(one ?? 0));
  emit("Pad", [nameOf(from), store(`t${around}`, whole, [pads.length])], to, false);
}

function convolution(
  { nameOf, padsAround, tensorAt, weightsOf }: GraphView,
  { emit, store }: Pieces,
  { operator, inputs: [from = -1, kernel = -1, bias], output: to, ...one }: LiteOperation,
): void {
  const { dims, values } = weightsOf(kernel);
  const [first = 0, rows = 0, columns = 0, last = 0] = dims;
  const [, , , channels = 0] = tensorAt(from).dims;
  const depthwise = operator === "depthwise";
  if (depthwise ? first !== 1 || last % channels !== 0 : last !== channels) return refuse("a kernel does not fit");
  const weights = depthwise
    ? transposed(values, [rows * columns, last])
    : transposedEach(values, first, [rows * columns, last]);
  const shape = depthwise ? [last, 1, rows, columns] : [first, last, rows, columns];
  const names = [nameOf(from), store(`t${kernel}`, weights, shape)];
  if (bias !== undefined && bias >= 0)
    names.push(store(`t${bias}`, weightsOf(bias).values, [weightsOf(bias).values.length]));
  emit("Conv", names, to, one.relu, {
    kernel_shape: [rows, columns],
    strides: one.stride,
    pads: padsAround({ ...one, inputs: [from] }, [rows, columns]),
    ...(depthwise && { group: channels }),
  });
}

function createWriter(graph: LiteGraph) {
  const view = createView(graph);
  const pieces = createPieces(view);
  const { tensorAt, input, outputs, nameOf, isImage, padsAround } = view;
  const { nodes, constants, emit, perChannel } = pieces;
  const operand = (index: number): string => (tensorAt(index).isConstant ? perChannel(index) : nameOf(index));

  return {
    prelu: ({ output: to }: LiteOperation, { input: from, factor }: Slope) =>
      emit("PRelu", [nameOf(from), perChannel(factor, 2)], to, false),

    operation(operation: LiteOperation): void {
      const { operator, inputs: from, output: to, relu } = operation;
      if (operator === "conv" || operator === "depthwise") return convolution(view, pieces, operation);
      if (operator === "reshape") return flatten(view, pieces, operation);
      if (operator === "pad") return pad(view, pieces, operation);
      if (operator === "maxpool") {
        const pads = padsAround(operation, operation.window);
        return emit("MaxPool", from.map(nameOf), to, relu, {
          kernel_shape: operation.window,
          strides: operation.stride,
          pads,
        });
      }
      if (operator === "concat") {
        // For lists, whatever their dimensions after the first: concatenation along the second dimension concatenates the lists.
        if (operation.axis !== 1 || from.some((index) => isImage(index))) return refuse("images are put together");
        return emit("Concat", from.map(nameOf), to, relu, { axis: 1 });
      }
      const type = { add: "Add", sub: "Sub", mul: "Mul", relu: "Relu", abs: "Abs" }[operator];
      return emit(type, from.map(operand), to, relu);
    },

    model(): Buffer {
      const [, height = 0, width = 0, channels = 0] = tensorAt(input).dims;
      if (outputs.length === 0 || outputs.some(isImage)) return refuse("its output is no list of numbers");
      const numbersOf = (index: number) => tensorAt(index).dims.reduce((product, dim) => product * dim, 1);
      return buildModel({
        name: "from TensorFlow Lite",
        nodes,
        constants: [...constants.values()],
        inputs: [tensor(nameOf(input), 1, channels, height, width)],
        outputs: outputs.map((index) => tensor(nameOf(index), 1, numbersOf(index))),
      });
    },
  };
}

/** `same`: as many places as strides; the larger half of the padding follows the image. */
function paddingOf(size: number, kernel: number, stride: number, padding: "same" | "valid"): readonly [number, number] {
  if (padding === "valid") return [0, 0];
  const all = Math.max(0, (Math.ceil(size / stride) - 1) * stride + kernel - size);
  return [Math.floor(all / 2), Math.ceil(all / 2)];
}

/** @param values rows of columns, from index `from` on @returns columns of rows */
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
