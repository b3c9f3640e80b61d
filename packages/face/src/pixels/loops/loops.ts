import {
  type Code,
  define,
  type Definition,
  f32x4,
  f64x2,
  i16x8,
  i32,
  i32x4,
  i8x16,
  instantiate,
} from "./assembler.ts";
import { loopWhileLess, type Memory, type Operand, set, v128, type Variable } from "./assembler.ts";

/** An interpolated pixel is four 32-bit numbers: red, green, blue and nothing. */
export const pixelBytes = 16;
/** So many bytes after images and results may be read and written, too: the loops take several pixels at a time. */
export const slack = 16;
/** And so many after a row of interpolated pixels, which are taken four at a time. */
export const rowSlack = 3 * pixelBytes;

/**
 * What rows are scaled by: doubles in memory, for handing them over would make an object of each. Three gains, for red, green and blue; three
 * offsets; and three weights for grey, which is scaled as red is.
 */
export const numbersBytes = 9 * 8;
const [gainsAt, offsetsAt, weightsAt] = [0, 24, 48] as const;

/** The places of these lanes' bytes. */
const lanes = (bytes: number, chosen: readonly number[]): number[] =>
  chosen.flatMap((lane) => Array.from({ length: bytes }, (_, i) => lane * bytes + i));

/**
 * A run of pixels along a line through the image, bilinear with weights in 256ths: sums are whole numbers, and exact. The four pixels around each
 * place lie within the image.
 */
const interpolate = (channels: 3 | 4): Definition =>
  define(
    { image: "i32", stride: "i32", u: "i32", v: "i32", du: "i32", dv: "i32", row: "i32", end: "i32" },
    { at: "i32", right: "i32", lower: "i32", both: "v128", least: "v128", taken: "v128" },
    ({ image, stride, u, v, du, dv, row, end, at, right, lower, both, least, taken }) => [
      set(least, i16x8.splat(-0x8000)),
      set(taken, i32x4.splat(0x8000 * 256)),
      loopWhileLess(
        row,
        end,
        set(at, i32.add(image, i32.add(i32.mul(i32.shr(v, 16), stride), i32.mul(i32.shr(u, 16), channels)))),
        set(right, i32.and(i32.shr(u, 8), 255)),
        set(lower, i32.and(i32.shr(v, 8), 255)),
        // The left and the right pixel between their rows: 16 bits each, without a sign.
        set(
          both,
          i16x8.add(
            i16x8.mul(i16x8.load(at), i16x8.splat(i32.sub(256, lower))),
            i16x8.mul(i16x8.load(i32.add(at, stride)), i16x8.splat(lower)),
          ),
        ),
        // Left and right of a channel side by side, and with a sign, as `dot` wants them.
        set(both, v128.xor(both, least)),
        set(both, i8x16.shuffle(both, both, lanes(2, [0, channels, 1, 1 + channels, 2, 2 + channels, 0, 0]))),
        set(both, i32x4.dot(both, i32x4.splat(i32.add(i32.sub(256, right), i32.shl(right, 16))))),
        v128.store(row, i32x4.add(both, taken)),
        set(u, i32.add(u, du)),
        set(v, i32.add(v, dv)),
        set(row, i32.add(row, pixelBytes)),
      ),
    ],
  );

const fourColours = { upper: "v128", lower: "v128", red: "v128", green: "v128", blue: "v128" } as const;

/** Takes the next four pixels of a row apart. */
function takeFour(row: Variable, its: Readonly<Record<keyof typeof fourColours, Variable>>): Code[] {
  const pair = (first: number, chosen: readonly number[]) =>
    i8x16.shuffle(v128.load(row, first * pixelBytes), v128.load(row, (first + 1) * pixelBytes), lanes(4, chosen));
  return [
    set(its.upper, pair(0, [0, 4, 1, 5])),
    set(its.lower, pair(2, [0, 4, 1, 5])),
    set(its.red, i8x16.shuffle(its.upper, its.lower, lanes(8, [0, 2]))),
    set(its.green, i8x16.shuffle(its.upper, its.lower, lanes(8, [1, 3]))),
    set(its.blue, i8x16.shuffle(pair(0, [2, 6, 2, 6]), pair(2, [2, 6, 2, 6]), lanes(8, [0, 2]))),
    set(row, i32.add(row, 4 * pixelBytes)),
  ];
}

/** Four floats of what is calculated in doubles, two by two, as JavaScript does. */
function inDoubles(calculate: (doubles: (values: Operand) => Code) => Code): Code {
  const high = (values: Operand) => f64x2.convertLow(i8x16.shuffle(values, values, lanes(8, [1, 1])));
  const [first, second] = [calculate(f64x2.convertLow), calculate(high)];
  return i8x16.shuffle(f32x4.demote(first), f32x4.demote(second), lanes(8, [0, 2]));
}

const scaled = (values: Code, numbers: Variable, plane: number): Code =>
  f64x2.add(
    f64x2.mul(values, v128.load64Splat(numbers, gainsAt + 8 * plane)),
    v128.load64Splat(numbers, offsetsAt + 8 * plane),
  );

const writeFour = (plane: Variable, values: Code): Code => [
  ...v128.store(plane, values),
  ...set(plane, i32.add(plane, 16)),
];

/** Each channel of a row, scaled, to a plane of its own. */
const toPlanes = define(
  { row: "i32", end: "i32", numbers: "i32", reds: "i32", greens: "i32", blues: "i32" },
  fourColours,
  (its) => [
    loopWhileLess(
      its.row,
      its.end,
      ...takeFour(its.row, its),
      writeFour(
        its.reds,
        inDoubles((doubles) => scaled(doubles(its.red), its.numbers, 0)),
      ),
      writeFour(
        its.greens,
        inDoubles((doubles) => scaled(doubles(its.green), its.numbers, 1)),
      ),
      writeFour(
        its.blues,
        inDoubles((doubles) => scaled(doubles(its.blue), its.numbers, 2)),
      ),
    ),
  ],
);

/** The weighted sums of a row's channels, scaled. */
const toGrey = define({ row: "i32", end: "i32", numbers: "i32", plane: "i32" }, fourColours, (its) => {
  const grey = (doubles: (values: Operand) => Code) => {
    const share = (values: Variable, colour: number) =>
      f64x2.mul(v128.load64Splat(its.numbers, weightsAt + 8 * colour), doubles(values));
    return f64x2.add(f64x2.add(share(its.red, 0), share(its.green, 1)), share(its.blue, 2));
  };
  return [
    loopWhileLess(
      its.row,
      its.end,
      ...takeFour(its.row, its),
      writeFour(
        its.plane,
        inDoubles((doubles) => scaled(grey(doubles), its.numbers, 0)),
      ),
    ),
  ];
});

/** The pixels of a row, rounded to three bytes each. */
const toBytes = define({ row: "i32", end: "i32", out: "i32" }, {}, ({ row, end, out }) => {
  const pixel = (i: number) => i32x4.shr(i32x4.add(v128.load(row, i * pixelBytes), i32x4.splat(0x8000)), 16);
  const four = i8x16.narrow(i16x8.narrow(pixel(0), pixel(1)), i16x8.narrow(pixel(2), pixel(3)));
  return [
    loopWhileLess(
      row,
      end,
      v128.store(out, i8x16.shuffle(four, i32x4.splat(0), [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16])),
      set(out, i32.add(out, 12)),
      set(row, i32.add(row, 4 * pixelBytes)),
    ),
  ];
});

/** Each pixel is the mean of two of the upper row and two of the lower one; two at a time. */
const halve = (channels: 3 | 4): Definition =>
  define(
    { upper: "i32", lower: "i32", out: "i32", end: "i32" },
    { above: "v128", below: "v128", first: "v128", last: "v128", sums: "v128" },
    ({ upper, lower, out, end, above, below, first, last, sums }) => {
      const colours = (pixel: number) => [0, 1, 2].map((colour) => pixel * channels + colour);
      const twoOf = (left: number, right: number) =>
        i8x16.shuffle(first, last, lanes(2, [...colours(left), ...colours(right), 0, 0]));
      return [
        loopWhileLess(
          out,
          end,
          set(above, v128.load(upper)),
          set(below, v128.load(lower)),
          set(first, i16x8.add(i16x8.extendLow(above), i16x8.extendLow(below))),
          set(last, i16x8.add(i16x8.extendHigh(above), i16x8.extendHigh(below))),
          set(sums, i16x8.add(i16x8.add(twoOf(0, 2), twoOf(1, 3)), i16x8.splat(2))),
          set(sums, i16x8.shr(sums, 2)),
          v128.store64(out, i8x16.narrow(sums, sums)),
          set(upper, i32.add(upper, 4 * channels)),
          set(lower, i32.add(lower, 4 * channels)),
          set(out, i32.add(out, 6)),
        ),
      ];
    },
  );

type Interpolate = (
  ...line: [image: number, stride: number, u: number, v: number, du: number, dv: number, row: number, end: number]
) => void;
type Halve = (upper: number, lower: number, out: number, end: number) => void;

/** All are called with something to do: `end` lies behind `row` or `out`. */
export interface Loops {
  readonly memory: Memory;
  readonly interpolateRgb: Interpolate;
  readonly interpolateRgba: Interpolate;
  readonly toPlanes: (row: number, end: number, numbers: number, reds: number, greens: number, blues: number) => void;
  readonly toGrey: (row: number, end: number, numbers: number, plane: number) => void;
  readonly toBytes: (row: number, end: number, out: number) => void;
  readonly halveRgb: Halve;
  readonly halveRgba: Halve;
}

export function createLoops(): Loops {
  return instantiate({
    interpolateRgb: interpolate(3),
    interpolateRgba: interpolate(4),
    toPlanes,
    toGrey,
    toBytes,
    halveRgb: halve(3),
    halveRgba: halve(4),
  }) as Loops;
}
