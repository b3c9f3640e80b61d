import {
  define,
  f32x4,
  growTo,
  i16x8,
  i32,
  i32x4,
  instantiate,
  loopWhileLess,
  type Memory,
  set,
  v128,
} from "../pixels/loops/assembler.ts";

/** Signed bytes, one vector after the other; `lengths` has the Euclidean length of each. */
export interface Vectors {
  readonly bytes: Int8Array;
  readonly lengths: Float32Array;
  readonly dimensions: number;
}

/** Dot products of one 32-bit vector, from `own` to `ownEnd`, with each vector from `row` to `end`. Each result is four partial sums. */
const products = define(
  { own: "i32", ownEnd: "i32", row: "i32", end: "i32", out: "i32" },
  { at: "i32", eight: "v128", low: "v128", high: "v128" },
  ({ own, ownEnd, row, end, out, at, eight, low, high }) => [
    loopWhileLess(
      row,
      end,
      set(at, own),
      set(low, i32x4.splat(0)),
      set(high, i32x4.splat(0)),
      loopWhileLess(
        at,
        ownEnd,
        set(eight, i16x8.loadSigned(row)),
        set(low, f32x4.add(low, f32x4.mul(f32x4.convert(i32x4.extendLow(eight)), v128.load(at)))),
        set(high, f32x4.add(high, f32x4.mul(f32x4.convert(i32x4.extendHigh(eight)), v128.load(at, 16)))),
        set(at, i32.add(at, 32)),
        set(row, i32.add(row, 8)),
      ),
      v128.store(out, f32x4.add(low, high)),
      set(out, i32.add(out, 16)),
    ),
  ],
);

interface Products {
  readonly memory: Memory;
  readonly products: (own: number, ownEnd: number, row: number, end: number, out: number) => void;
}

/** One memory for each set of vectors: comparisons with two recognizers alternate between them. */
const loaded = new WeakMap<Vectors, Products>();

/** Dimensions rounded up to a multiple of eight. */
const padded = (dimensions: number) => Math.ceil(dimensions / 8) * 8;

/**
 * Cosines of a unit vector to each of the others. WebAssembly on bytes takes a third of the time and half of the memory of JavaScript on 32-bit numbers;
 * every comparison computes thousands of them.
 */
export function cosinesTo(own: Float32Array, vectors: Vectors): Float32Array {
  const size = padded(vectors.dimensions);
  const made = loaded.get(vectors) ?? load(vectors, size);
  const { memory } = made;
  const count = vectors.lengths.length;
  const end = count * size;
  const out = end + size * 4;
  const place = new Float32Array(memory.buffer, end, size);
  place.fill(0);
  place.set(own);
  made.products(end, out, 0, end, out);
  const sums = new Float32Array(memory.buffer, out, count * 4);
  const sum = (i: number): number => (sums[i] as number) + (sums[i + 1] as number);
  return vectors.lengths.map((length, i) => (sum(4 * i) + sum(4 * i + 2)) / length);
}

/** Lays out the memory: the bytes, then room for one vector and for its sums. */
function load(vectors: Vectors, size: number): Products {
  const { bytes, dimensions, lengths } = vectors;
  const made = instantiate({ products }) as Products;
  growTo(made.memory, lengths.length * size + size * 4 + lengths.length * 16);
  const memory = new Int8Array(made.memory.buffer);
  for (let i = 0; i < lengths.length; i++) memory.set(bytes.subarray(i * dimensions, (i + 1) * dimensions), i * size);
  loaded.set(vectors, made);
  return made;
}
