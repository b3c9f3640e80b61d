import type { LiteGraph, LiteOperation } from "../../src/models/tflite/read-tflite.ts";

/**
 * The reference implementation: computes a TensorFlow Lite network operator by operator, as they are defined, in double precision. Slow.
 * @returns the numbers of each output
 */
export function evaluateTflite(graph: LiteGraph, input: Float64Array, dims: readonly number[]): Float64Array[] {
  const known = new Map<number, Image>();
  for (const [i, { values, dims: size }] of graph.tensors.entries())
    if (values) known.set(i, { values: Float64Array.from(values), dims: size });
  known.set(graph.inputs[0] ?? -1, { values: input, dims });
  for (const operation of graph.operations)
    known.set(operation.output, compute(operation, known, graph.tensors[operation.inputs[1] ?? -1]?.integers));
  return graph.outputs.map((output) => at(known, output).values);
}

/** Dimensions are batch, row, column, channel, or only the last of these. */
interface Image {
  readonly values: Float64Array;
  readonly dims: readonly number[];
}

function at(known: ReadonlyMap<number, Image>, index = -1): Image {
  const image = known.get(index);
  if (!image) throw new Error(`tensor ${index} is not known yet`);
  return image;
}

/** @param around padding before and after, in each dimension */
function compute(operation: LiteOperation, known: ReadonlyMap<number, Image>, around: readonly number[] = []): Image {
  const { operator, inputs, relu } = operation;
  const one = at(known, inputs[0]);
  if (operator === "relu") return each(one, (value) => Math.max(0, value));
  if (operator === "abs") return each(one, Math.abs);
  if (operator === "reshape") return { values: one.values, dims: [one.values.length] };
  if (operator === "concat") return { values: joined(inputs.map((input) => at(known, input).values)), dims: [] };
  if (operator === "pad") return padded(one, around);
  if (operator === "maxpool") return pooled(operation, one);
  const linear =
    operator === "conv" || operator === "depthwise"
      ? convolve(operation, one, at(known, inputs[1]), at(known, inputs[2]))
      : both(one, at(known, inputs[1]), { add: sum, sub: difference, mul: product }[operator]);
  return relu ? each(linear, (value) => Math.max(0, value)) : linear;
}

const sum = (a: number, b: number) => a + b;
const difference = (a: number, b: number) => a - b;
const product = (a: number, b: number) => a * b;

const joined = (lists: readonly Float64Array[]) => Float64Array.from(lists.flatMap((list) => [...list]));

function padded({ values, dims }: Image, around: readonly number[]): Image {
  const [, rows = 0, columns = 0, channels = 0] = dims;
  const [, , top = 0, bottom = 0, left = 0, right = 0, before = 0, after = 0] = around;
  const [high, wide, deep] = [rows + top + bottom, columns + left + right, channels + before + after];
  const out = new Float64Array(high * wide * deep);
  for (const [i, value] of values.entries()) {
    const [row, column, channel] = [
      Math.floor(i / channels / columns),
      Math.floor(i / channels) % columns,
      i % channels,
    ];
    out[((row + top) * wide + column + left) * deep + channel + before] = value;
  }
  return { values: out, dims: [1, high, wide, deep] };
}

/** Pools an image that the windows cover without a remainder. */
function pooled({ window: [rows, columns], stride: [down, right] }: LiteOperation, { values, dims }: Image): Image {
  const [, height = 0, width = 0, channels = 0] = dims;
  const [high, wide] = [height / down, width / right];
  const out = new Float64Array(high * wide * channels).fill(-Infinity);
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          for (let c = 0; c < channels; c++) {
            const to = (y * wide + x) * channels + c;
            const value = values[((y * down + row) * width + x * right + column) * channels + c] as number;
            out[to] = Math.max(out[to] as number, value);
          }
  return { values: out, dims: [1, high, wide, channels] };
}

const each = ({ values, dims }: Image, of: (value: number) => number): Image => ({ values: values.map(of), dims });

/** The shorter operand is repeated: it has one number for each channel. */
function both(one: Image, other: Image, of: (a: number, b: number) => number): Image {
  const { dims, values } = one.values.length >= other.values.length ? one : other;
  const value = ({ values: from }: Image, i: number) => from[i % from.length] as number;
  return { dims, values: values.map((_, i) => of(value(one, i), value(other, i))) };
}

function convolve({ operator, stride, padding }: LiteOperation, image: Image, kernel: Image, bias: Image): Image {
  const [, height = 0, width = 0, channels = 0] = image.dims;
  const [, rows = 0, columns = 0] = kernel.dims;
  const out = bias.values.length;
  const size = (length: number, span: number, step: number) =>
    padding === "same" ? Math.ceil(length / step) : Math.ceil((length - span + 1) / step);
  const before = (length: number, span: number, step: number) =>
    padding === "same" ? Math.floor(Math.max(0, (size(length, span, step) - 1) * step + span - length) / 2) : 0;
  const [high, wide] = [size(height, rows, stride[0]), size(width, columns, stride[1])];
  const [top, left] = [before(height, rows, stride[0]), before(width, columns, stride[1])];
  const values = new Float64Array(high * wide * out);
  const perChannel = out / channels;
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++)
      for (let o = 0; o < out; o++) {
        let total = bias.values[o] as number;
        for (let row = 0; row < rows; row++)
          for (let column = 0; column < columns; column++) {
            const [fromY, fromX] = [y * stride[0] - top + row, x * stride[1] - left + column];
            if (fromY < 0 || fromX < 0 || fromY >= height || fromX >= width) continue;
            const from = (fromY * width + fromX) * channels;
            const place = row * columns + column;
            if (operator === "depthwise")
              total +=
                (image.values[from + Math.floor(o / perChannel)] as number) *
                (kernel.values[place * out + o] as number);
            else
              for (let c = 0; c < channels; c++)
                total +=
                  (image.values[from + c] as number) *
                  (kernel.values[(o * rows * columns + place) * channels + c] as number);
          }
        values[(y * wide + x) * out + o] = total;
      }
  return { values, dims: [1, high, wide, out] };
}
