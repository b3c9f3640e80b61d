import {
  type Code,
  define,
  type Definition,
  instantiate,
  lanes,
  loopWhileLess,
  type Memory,
  numbers,
  set,
} from "./assembler.ts";
import { f32x4, f64x2, i16x8, i32, i32x4, i8x16, type Operand, v128, type Variable, vectors } from "./assembler.ts";

/** An interpolated pixel is four 32-bit integers: red, green, blue and padding. */
export const pixelBytes = 16;
/** Bytes after images and results that may be read and written: the loops process several pixels at a time. */
export const slack = 16;
/** The same after a row of interpolated pixels, processed four at a time. */
export const rowSlack = 3 * pixelBytes;

/**
 * Scaling parameters, as doubles in memory: passing them as arguments would allocate. Three gains, for red, green and blue; three offsets; three weights
 * for gray, which is scaled as red is.
 */
export const scalingBytes = 9 * 8;
const [gainsAt, offsetsAt, weightsAt] = [0, 24, 48] as const;

/** Rotates eight 16-bit lanes so that `first` comes first. */
const rotated = (values: Operand, first: number): Code =>
  i8x16.shuffle(
    values,
    values,
    lanes(
      2,
      [0, 1, 2, 3, 4, 5, 6, 7].map((lane) => (lane + first) % 8),
    ),
  );

/** Broadcasts one of four 32-bit lanes. */
const repeated = (values: Operand, lane: number): Code =>
  i8x16.shuffle(values, values, lanes(4, [lane, lane, lane, lane]));

/**
 * Pixels along a line through the image, bilinear with weights in 256ths: integer sums, exact. Positions are in 65,536ths of a pixel. Outside of the
 * outermost pixels' centers (0, `right`, `bottom`) the edge value holds. Processes four at a time and may write up to three too many.
 */
const interpolate = (channels: 3 | 4): Definition =>
  define(
    numbers("image", "stride", "right", "bottom", "u", "v", "du", "dv", "row", "end"),
    {
      ...vectors("us", "vs", "uSteps", "vSteps", "zero", "rights", "bottoms", "images", "strides", "widths"),
      ...vectors("bytes", "ones", "pairs", "least", "taken", "x", "y", "places", "across", "upper", "lower", "both"),
      ...numbers("at"),
    },
    (its) => [
      set(its.uSteps, i32x4.splat(its.du)),
      set(its.vSteps, i32x4.splat(its.dv)),
      set(its.us, i32x4.add(i32x4.splat(its.u), i32x4.mul(its.uSteps, v128.const(0, 1, 2, 3)))),
      set(its.vs, i32x4.add(i32x4.splat(its.v), i32x4.mul(its.vSteps, v128.const(0, 1, 2, 3)))),
      set(its.uSteps, i32x4.shl(its.uSteps, 2)),
      set(its.vSteps, i32x4.shl(its.vSteps, 2)),
      set(its.rights, i32x4.splat(its.right)),
      set(its.bottoms, i32x4.splat(its.bottom)),
      set(its.images, i32x4.splat(its.image)),
      set(its.strides, i32x4.splat(its.stride)),
      set(its.widths, i32x4.splat(channels)),
      set(its.bytes, i32x4.splat(255)),
      set(its.ones, i32x4.splat(256)),
      set(its.pairs, i16x8.splat(256)),
      set(its.least, i16x8.splat(-0x8000)),
      set(its.taken, i32x4.splat(0x8000 * 256)),
      loopWhileLess(
        its.row,
        its.end,
        set(its.x, i32x4.min(i32x4.max(its.us, its.zero), its.rights)),
        set(its.y, i32x4.min(i32x4.max(its.vs, its.zero), its.bottoms)),
        set(its.places, i32x4.add(its.images, i32x4.mul(i32x4.shr(its.y, 16), its.strides))),
        set(its.places, i32x4.add(its.places, i32x4.mul(i32x4.shr(its.x, 16), its.widths))),
        // Weights of four pixels, 16 bits each: left and right, lower row twice, upper row twice.
        set(its.x, v128.and(i32x4.shr(its.x, 8), its.bytes)),
        set(its.y, v128.and(i32x4.shr(its.y, 8), its.bytes)),
        set(its.across, i32x4.add(i32x4.sub(i32x4.shl(its.x, 16), its.x), its.ones)),
        set(its.lower, v128.or(i32x4.shl(its.y, 16), its.y)),
        set(its.upper, i16x8.sub(its.pairs, its.lower)),
        ...[0, 1, 2, 3].flatMap((pixel) => [
          set(its.at, i32x4.extract(its.places, pixel)),
          // Left and right pixel, interpolated between their rows: 16 bits a color, unsigned.
          set(
            its.both,
            i16x8.add(
              i16x8.mul(i16x8.load(its.at), repeated(its.upper, pixel)),
              i16x8.mul(i16x8.load(i32.add(its.at, its.stride)), repeated(its.lower, pixel)),
            ),
          ),
          // Interleaves left and right of each color, signed, as `dot` expects.
          set(its.both, v128.xor(its.both, its.least)),
          set(its.both, i8x16.shuffle(its.both, rotated(its.both, channels), lanes(2, [0, 8, 1, 9, 2, 10, 3, 11]))),
          set(its.both, i32x4.dot(its.both, repeated(its.across, pixel))),
          v128.store(its.row, i32x4.add(its.both, its.taken), pixel * pixelBytes),
        ]),
        set(its.us, i32x4.add(its.us, its.uSteps)),
        set(its.vs, i32x4.add(its.vs, its.vSteps)),
        set(its.row, i32.add(its.row, 4 * pixelBytes)),
      ),
    ],
  );

const fourColours = vectors("upper", "lower", "red", "green", "blue");

/** Splits the next four pixels of a row by channel. */
function takeFour(row: Variable, its: Readonly<Record<keyof typeof fourColours, Variable>>): Code[] {
  const pair = (first: number, chosen: readonly number[]) =>
    i8x16.shuffle(v128.load(row, first * pixelBytes), v128.load(row, (first + 1) * pixelBytes), lanes(4, chosen));
  return [
    set(its.upper, pair(0, [0, 4, 1, 5])),
    set(its.lower, pair(2, [0, 4, 1, 5])),
    set(its.red, i8x16.shuffle(its.upper, its.lower, lanes(8, [0, 2]))),
    set(its.green, i8x16.shuffle(its.upper, its.lower, lanes(8, [1, 3]))),
    set(its.blue, i8x16.shuffle(pair(0, [2, 6, 3, 7]), pair(2, [2, 6, 3, 7]), lanes(8, [0, 2]))),
    set(row, i32.add(row, 4 * pixelBytes)),
  ];
}

/** The last two of four 32-bit integers, as doubles. */
const convertHigh = (values: Operand) => f64x2.convertLow(i8x16.shuffle(values, values, lanes(8, [1, 1])));

/** Four floats, computed two by two in doubles as JavaScript does. */
function inDoubles(calculate: (doubles: (values: Operand) => Code) => Code): Code {
  const [first, second] = [calculate(f64x2.convertLow), calculate(convertHigh)];
  return i8x16.shuffle(f32x4.demote(first), f32x4.demote(second), lanes(8, [0, 2]));
}

const scaled = (values: Code, scaling: Variable, plane: number): Code =>
  f64x2.add(
    f64x2.mul(values, v128.load64Splat(scaling, gainsAt + 8 * plane)),
    v128.load64Splat(scaling, offsetsAt + 8 * plane),
  );

const writeFour = (plane: Variable, values: Code): Code => [
  ...v128.store(plane, values),
  ...set(plane, i32.add(plane, 16)),
];

/** Scales each channel of a row into its own plane. */
const toPlanes = define(numbers("row", "end", "scaling", "reds", "greens", "blues"), fourColours, (its) => [
  loopWhileLess(
    its.row,
    its.end,
    ...takeFour(its.row, its),
    writeFour(
      its.reds,
      inDoubles((doubles) => scaled(doubles(its.red), its.scaling, 0)),
    ),
    writeFour(
      its.greens,
      inDoubles((doubles) => scaled(doubles(its.green), its.scaling, 1)),
    ),
    writeFour(
      its.blues,
      inDoubles((doubles) => scaled(doubles(its.blue), its.scaling, 2)),
    ),
  ),
]);

/** Weighted sums of a row's channels, scaled. */
const toGrey = define(numbers("row", "end", "scaling", "plane"), fourColours, (its) => {
  const grey = (doubles: (values: Operand) => Code) => {
    const share = (values: Variable, colour: number) =>
      f64x2.mul(v128.load64Splat(its.scaling, weightsAt + 8 * colour), doubles(values));
    return f64x2.add(f64x2.add(share(its.red, 0), share(its.green, 1)), share(its.blue, 2));
  };
  return [
    loopWhileLess(
      its.row,
      its.end,
      ...takeFour(its.row, its),
      writeFour(
        its.plane,
        inDoubles((doubles) => scaled(grey(doubles), its.scaling, 0)),
      ),
    ),
  ];
});

/** Pixels of a row, rounded to three bytes each. */
const toBytes = define(numbers("row", "end", "out"), {}, ({ row, end, out }) => {
  const pixel = (i: number) => i32x4.shr(i32x4.add(v128.load(row, i * pixelBytes), i32x4.splat(0x8000)), 16);
  const four = i8x16.narrow(i16x8.narrow(pixel(0), pixel(1)), i16x8.narrow(pixel(2), pixel(3)));
  return [
    loopWhileLess(
      row,
      end,
      v128.store(out, i8x16.shuffle(four, four, [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15])),
      set(out, i32.add(out, 12)),
      set(row, i32.add(row, 4 * pixelBytes)),
    ),
  ];
});

/** Halves an image: each pixel is the mean of two pixels of both rows. Two at a time. */
const halve = (channels: 3 | 4): Definition =>
  define(numbers("upper", "lower", "out", "end"), vectors("sums", "half"), ({ upper, lower, out, end, sums, half }) => {
    /** Mean of two pixels of each row, from this one on. */
    const mean = (pixel: number): Code[] => [
      set(sums, i16x8.add(i16x8.load(upper, pixel * channels), i16x8.load(lower, pixel * channels))),
      set(sums, i16x8.add(i16x8.add(sums, rotated(sums, channels)), half)),
      set(sums, i16x8.shr(sums, 2)),
    ];
    return [
      set(half, i16x8.splat(2)),
      loopWhileLess(
        out,
        end,
        ...mean(0),
        v128.store64(out, i8x16.narrow(sums, sums)),
        ...mean(2),
        v128.store64(out, i8x16.narrow(sums, sums), 3),
        set(upper, i32.add(upper, 4 * channels)),
        set(lower, i32.add(lower, 4 * channels)),
        set(out, i32.add(out, 6)),
      ),
    ];
  });

type Interpolate = (
  image: number,
  stride: number,
  right: number,
  bottom: number,
  u: number,
  v: number,
  du: number,
  dv: number,
  row: number,
  end: number,
) => void;
type Halve = (upper: number, lower: number, out: number, end: number) => void;

/** Callers must pass non-empty ranges: `end` lies behind `row` or `out`. */
export interface Loops {
  readonly memory: Memory;
  readonly interpolateRgb: Interpolate;
  readonly interpolateRgba: Interpolate;
  readonly toPlanes: (row: number, end: number, scaling: number, reds: number, greens: number, blues: number) => void;
  readonly toGrey: (row: number, end: number, scaling: number, plane: number) => void;
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
