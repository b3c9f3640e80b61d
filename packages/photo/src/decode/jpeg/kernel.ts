import {
  type Code,
  define,
  either,
  f32,
  f32x4,
  i16x8,
  i32,
  i32x4,
  i64,
  i8x16,
  instantiate,
  longNumbers,
  loopWhile,
  loopWhileLess,
  type Memory,
  numbers,
  set,
  trap,
  v128,
  type Variable,
  vectors,
  when,
} from "@selfsame/face/pixels/loops/assembler";
import { type BlockSize, inverse, inverseLocals } from "./inverse.ts";

/** Addresses in the kernel's memory. */
export const place = {
  /** The next bits of the scan, from the highest on: 64. */
  bits: 0,
  /** How many of them are valid. Beyond them, following bits may be present already. */
  bitCount: 8,
  /** Address of the first byte that is not counted among them. */
  next: 12,
  /** Number of units left to decode. */
  left: 16,
  /** DC predictor of each component: 4 integers. */
  sums: 32,
  coefficients: 64,
  /** Target of coefficients that are not needed. */
  ignored: 128,
  /** From here on memory is the caller's. */
  free: 144,
} as const;

/** The kernel's description of a block of a unit: 32-bit integers, in this order. */
const blockFields = [
  "dcShort",
  "dcLong",
  "acShort",
  "acLong",
  "acSkip",
  /** Address of the factor (a float) and the target of each place in zigzag order. */
  "steps",
  /** Address of the component's DC predictor. */
  "sum",
  /** The last place in zigzag order that is needed. */
  "last",
  /** Pixels a side; target of the next ones; bytes to the row below, and to the next unit. */
  "size",
  "out",
  "stride",
  "advance",
] as const;
type BlockField = (typeof blockFields)[number];
export type BlockFields = Readonly<Record<BlockField, number>>;
const blockBytes = blockFields.length * 4;
const fieldAt = (field: BlockField) => blockFields.indexOf(field) * 4;

/** Describes a unit's blocks as `decodeUnits` reads them. */
export const programOf = (blocks: readonly BlockFields[]): Int32Array =>
  Int32Array.from(blocks.flatMap((block) => blockFields.map((field) => block[field])));

/** Codes of up to this many bits are looked up directly. */
export const shortBits = 10;
/** Several codes of up to this many bits in total, values included, are skipped at once. */
export const skipBits = 12;

const scanLocals = {
  ...numbers("block", "code", "length", "size", "value", "k", "last", "step", "to", "count", "next", "out", "stride"),
  ...longNumbers("bits"),
  ...inverseLocals,
};

type Scan = Readonly<Record<keyof typeof scanLocals, Variable>>;

/** Refills to at least 56 bits, after every value except a block's first: any two, with their codes, take at most 53. */
const refill = ({ bits, count, next }: Scan): Code[] => {
  const loaded = v128.load64(next);
  const bytes = [7, 6, 5, 4, 3, 2, 1, 0];
  return [
    set(
      bits,
      i64.or(bits, i64.shrUnsigned(i64.extract(i8x16.shuffle(loaded, loaded, [...bytes, ...bytes]), 0), i64.of(count))),
    ),
    set(next, i32.add(next, i32.shr(i32.sub(63, count), 3))),
    set(count, i32.or(count, 56)),
  ];
};

const drop = ({ bits, count }: Scan, length: Variable | Code): Code[] => [
  set(count, i32.sub(count, length)),
  set(bits, i64.shl(bits, i64.of(length))),
];

/** Table entry (two bytes) for the next bits. The number of bits is even: `long` tables begin with the first code that is too long for a short one. */
const entry = ({ bits }: Scan, table: Code, tableBits: number): Code =>
  i32.load16(i32.add(table, i32.and(i32.of(i64.shrUnsigned(bits, i64.const(63 - tableBits))), -2)));

/** Reads a code: `length` is its number of bits, `code` its symbol. */
const readCode = (its: Scan, short: BlockField, long: BlockField): Code[] => [
  set(its.code, entry(its, i32.load(its.block, fieldAt(short)), shortBits)),
  when(
    i32.isZero(its.code),
    set(its.code, entry(its, i32.load(its.block, fieldAt(long)), 16)),
    when(i32.isZero(its.code), trap),
  ),
  set(its.length, i32.and(its.code, 31)),
  set(its.code, i32.shrUnsigned(its.code, 8)),
];

/** Reads the value of `size` bits after a code, negative if its first bit is 0 (ITU-T T.81, F.2.2.1). */
const readValue = (its: Scan): Code[] => [
  set(its.value, i32.of(i64.shrUnsigned(i64.shrUnsigned(its.bits, i64.const(1)), i64.of(i32.sub(63, its.size))))),
  set(
    its.value,
    i32.add(
      its.value,
      i32.and(
        i32.shr(i32.sub(its.value, i32.shrUnsigned(i32.shl(1, its.size), 1)), 31),
        i32.sub(1, i32.shl(1, its.size)),
      ),
    ),
  ),
];

const storeCoefficient = (its: Scan, value: Variable): Code =>
  f32.store(i32.load(its.step, 4), f32.mul(f32.of(value), f32.load(its.step)));

/** The DC coefficient: a difference to the block before. */
const readDc = (its: Scan): Code[] => [
  ...readCode(its, "dcShort", "dcLong"),
  ...drop(its, its.length),
  set(its.size, i32.and(its.code, 15)),
  ...readValue(its),
  ...drop(its, its.size),
  set(its.step, i32.load(its.block, fieldAt("sum"))),
  set(its.value, i32.add(its.value, i32.load(its.step))),
  i32.store(its.step, its.value),
  set(its.step, i32.load(its.block, fieldAt("steps"))),
  storeCoefficient(its, its.value),
];

/** The AC coefficients that are needed. */
const readAc = (its: Scan): Code[] => [
  set(its.k, 1),
  set(its.last, i32.load(its.block, fieldAt("last"))),
  loopWhile(
    i32.isZero(i32.greater(its.k, its.last)),
    ...readCode(its, "acShort", "acLong"),
    ...drop(its, its.length),
    set(its.size, i32.and(its.code, 15)),
    set(its.k, i32.add(its.k, i32.shrUnsigned(its.code, 4))),
    either(
      its.size,
      [
        ...readValue(its),
        ...drop(its, its.size),
        set(its.step, i32.add(i32.load(its.block, fieldAt("steps")), i32.shl(its.k, 3))),
        storeCoefficient(its, its.value),
        set(its.k, i32.add(its.k, 1)),
      ],
      // Sixteen zeros, or the end of the block.
      [either(its.code, [set(its.k, i32.add(its.k, 1))], [set(its.k, 64)])],
    ),
    ...refill(its),
  ),
];

/** The AC coefficients that are not needed. */
const skipAc = (its: Scan): Code[] => [
  loopWhile(
    i32.less(its.k, 64),
    set(its.code, entry(its, i32.load(its.block, fieldAt("acSkip")), skipBits)),
    set(its.to, i32.add(its.k, i32.and(i32.shrUnsigned(its.code, 5), 127))),
    either(
      i32.greater(its.to, 64),
      [
        ...readCode(its, "acShort", "acLong"),
        set(its.length, i32.add(its.length, i32.and(its.code, 15))),
        either(
          its.code,
          [set(its.k, i32.add(its.k, i32.add(1, i32.shrUnsigned(its.code, 4)))), when(i32.greater(its.k, 64), trap)],
          [set(its.k, 64)],
        ),
      ],
      [set(its.length, i32.and(its.code, 31)), set(its.k, i32.or(its.to, i32.and(i32.shrUnsigned(its.code, 9), 64)))],
    ),
    ...drop(its, its.length),
    ...refill(its),
  ),
];

const clear = [0, 1, 2, 3].map((row) => v128.store(place.coefficients + 16 * row, v128.const(0, 0, 0, 0)));

const invertBlock = (its: Scan): Code[] => {
  const places = { coefficients: place.coefficients, at: its.out, stride: its.stride };
  const bySize = (size: BlockSize, ...others: Code[]) =>
    either(i32.equal(its.size, size), inverse(size, its, places), others);
  return [
    set(its.size, i32.load(its.block, fieldAt("size"))),
    set(its.out, i32.load(its.block, fieldAt("out"))),
    set(its.stride, i32.load(its.block, fieldAt("stride"))),
    i32.store(its.block, i32.add(its.out, i32.load(its.block, fieldAt("advance"))), fieldAt("out")),
    bySize(2, bySize(4, ...inverse(1, its, places))),
  ];
};

/** Decodes up to `units` units of a scan, each with the blocks from `program` to `programEnd`, but starts none beyond `stop`. */
const decodeUnits = define(numbers("program", "programEnd", "units", "stop"), scanLocals, (its) => [
  set(its.bits, i64.load(place.bits)),
  set(its.count, i32.load(place.bitCount)),
  set(its.next, i32.load(place.next)),
  ...refill(its),
  loopWhile(
    i32.and(i32.greater(its.units, 0), i32.less(its.next, its.stop)),
    set(its.block, its.program),
    loopWhileLess(
      its.block,
      its.programEnd,
      ...clear,
      ...readDc(its),
      ...readAc(its),
      ...skipAc(its),
      ...invertBlock(its),
      set(its.block, i32.add(its.block, blockBytes)),
    ),
    set(its.units, i32.sub(its.units, 1)),
  ),
  i64.store(place.bits, its.bits),
  i32.store(place.bitCount, its.count),
  i32.store(place.next, its.next),
  i32.store(place.left, its.units),
]);

const part = (values: Variable, factor: number) => f32x4.mul(values, f32x4.const(factor));

/** Converts floats of three components, around 0, to bytes of red, green and blue (ITU-T T.871, 7), four pixels at a time. */
const toRgb = define(
  numbers("luma", "blues", "reds", "out", "end"),
  vectors("y", "cb", "cr", "r", "g"),
  ({ luma, blues, reds, out, end, y, cb, cr, r, g }) => {
    const four = i8x16.narrow(i16x8.narrowSigned(r, g), i16x8.narrowSigned(y, y));
    return [
      loopWhileLess(
        out,
        end,
        set(y, f32x4.add(v128.load(luma), f32x4.const(128.5))),
        set(cb, v128.load(blues)),
        set(cr, v128.load(reds)),
        set(r, i32x4.truncate(f32x4.add(y, part(cr, 1.402)))),
        set(g, i32x4.truncate(f32x4.sub(f32x4.sub(y, part(cb, 0.344136)), part(cr, 0.714136)))),
        set(y, i32x4.truncate(f32x4.add(y, part(cb, 1.772)))),
        v128.store(out, i8x16.shuffle(four, four, [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11, 12, 13, 14, 15])),
        ...[luma, blues, reds].map((plane) => set(plane, i32.add(plane, 16))),
        set(out, i32.add(out, 12)),
      ),
    ];
  },
);

export interface Kernel {
  readonly memory: Memory;
  readonly decodeUnits: (program: number, programEnd: number, units: number, stop: number) => void;
  readonly toRgb: (luma: number, blues: number, reds: number, out: number, end: number) => void;
}

export const createKernel = (): Kernel => instantiate({ decodeUnits, toRgb }) as Kernel;
