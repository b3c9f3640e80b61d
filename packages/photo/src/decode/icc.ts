import type { Image } from "@selfsame/face/pixels/image";

/**
 * Converts a matrix profile's pixels to sRGB. Phones tag photos with Display P3 or sRGB, both of this kind. A general color engine takes longer than
 * decoding the photo (12 megapixels: 51 ms on top of 26); this converts the reduced pixels, and leaves sRGB as it is.
 */
export interface MatrixProfile {
  /** Each channel's curve: 256 values of linear light, 0 to 1. */
  readonly curves: readonly [Float32Array, Float32Array, Float32Array];
  /** From the profile's linear light to that of sRGB, row by row. */
  readonly matrix: readonly number[];
  /** Conversion would change values by no more than rounding. */
  readonly isSrgb: boolean;
}

/** Primaries of sRGB adapted to D50, the white point of ICC's XYZ, as in the ICC's sRGB profiles. */
const srgbToXyz = [0.43607, 0.38515, 0.14307, 0.22249, 0.71687, 0.06061, 0.01392, 0.09708, 0.7141];

const encodeSteps = 4096;
const encoded = Uint8Array.from({ length: encodeSteps + 1 }, (_, i) => Math.round(255 * encode(i / encodeSteps)));

/**
 * Reads an RGB profile of three curves and a matrix (ICC.1:2022, 8.3.3).
 * @returns undefined for other kinds and for broken profiles: those need a color engine
 */
export function readMatrixProfile(icc: Uint8Array): MatrixProfile | undefined {
  try {
    return read(new DataView(icc.buffer, icc.byteOffset, icc.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends before it should
    throw error;
  }
}

function read(view: DataView): MatrixProfile | undefined {
  if (text(view, 16) !== "RGB " || text(view, 20) !== "XYZ ") return undefined;
  const tags = new Map<string, number>();
  for (let i = 0; i < view.getUint32(128); i++) tags.set(text(view, 132 + i * 12), view.getUint32(136 + i * 12));
  if (tags.has("A2B0")) return undefined;
  const [red, green, blue] = ["r", "g", "b"].map((channel) => readChannel(view, tags, channel));
  if (!red || !green || !blue) return undefined;
  const toXyz = [0, 1, 2].flatMap((row) => [red, green, blue].map(({ xyz }) => xyz[row] ?? 0));
  const matrix = multiply(invert(srgbToXyz), toXyz);
  const curves = [red.curve, green.curve, blue.curve] as const;
  return { curves, matrix, isSrgb: isIdentity(matrix) && curves.every(isSrgbCurve) };
}

function readChannel(view: DataView, tags: ReadonlyMap<string, number>, channel: string) {
  const [xyzAt, curveAt] = [tags.get(`${channel}XYZ`), tags.get(`${channel}TRC`)];
  if (xyzAt === undefined || curveAt === undefined || text(view, xyzAt) !== "XYZ ") return undefined;
  const decode = readCurve(view, curveAt);
  if (!decode) return undefined;
  const xyz = [8, 12, 16].map((offset) => fixed(view, xyzAt + offset));
  return { xyz, curve: Float32Array.from({ length: 256 }, (_, i) => Math.min(1, Math.max(0, decode(i / 255)))) };
}

/** curveType and parametricCurveType (ICC.1:2022, 10.6 and 10.18). */
function readCurve(view: DataView, at: number): ((value: number) => number) | undefined {
  if (text(view, at) === "para") return parametric(view, at);
  if (text(view, at) !== "curv") return undefined;
  const count = view.getUint32(at + 8);
  if (count === 0) return (value) => value;
  if (count === 1) return (value) => value ** (view.getUint16(at + 12) / 256);
  const entry = (i: number) => view.getUint16(at + 12 + 2 * Math.min(i, count - 1)) / 65535;
  return (value) => {
    const position = value * (count - 1);
    const below = Math.floor(position);
    return entry(below) + (entry(below + 1) - entry(below)) * (position - below);
  };
}

function parametric(view: DataView, at: number): ((value: number) => number) | undefined {
  const kind = view.getUint16(at + 8);
  const given = [1, 3, 4, 5, 7][kind];
  if (given === undefined) return undefined;
  const values = Array.from({ length: given }, (_, i) => fixed(view, at + 12 + 4 * i));
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
  if (kind === 0) return (x) => x ** g;
  if (kind === 1) return (x) => (x >= -b / a ? (a * x + b) ** g : 0);
  if (kind === 2) return (x) => (x >= -b / a ? (a * x + b) ** g + c : c);
  return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f);
}

/** @returns the same image in sRGB; changes `image.data` in place, which no other code holds yet */
export function toSrgb(image: Image, { curves, matrix, isSrgb }: MatrixProfile): Image {
  if (isSrgb) return image;
  const { data } = image;
  const [reds, greens, blues] = curves;
  const [m0 = 1, m1 = 0, m2 = 0, m3 = 0, m4 = 1, m5 = 0, m6 = 0, m7 = 0, m8 = 1] = matrix.map((v) => v * encodeSteps);
  for (let i = 0; i < data.length; i += 3) {
    const r = reds[data[i] as number] as number;
    const g = greens[data[i + 1] as number] as number;
    const b = blues[data[i + 2] as number] as number;
    data[i] = encoded[step(m0 * r + m1 * g + m2 * b)] as number;
    data[i + 1] = encoded[step(m3 * r + m4 * g + m5 * b)] as number;
    data[i + 2] = encoded[step(m6 * r + m7 * g + m8 * b)] as number;
  }
  return image;
}

const step = (value: number): number => (value <= 0 ? 0 : value >= encodeSteps ? encodeSteps : (value + 0.5) | 0);

/** Linear light as an sRGB value, both 0 to 1 (IEC 61966-2-1). */
function encode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

const isSrgbCurve = (curve: Float32Array): boolean =>
  curve.every((linear, i) => Math.abs(255 * encode(linear) - i) < 1);

const isIdentity = (matrix: readonly number[]): boolean =>
  matrix.every((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) < 0.01);

const fixed = (view: DataView, at: number): number => view.getInt32(at) / 65536;

const text = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

function multiply(a: readonly number[], b: readonly number[]): number[] {
  const cell = (row: number, column: number) =>
    [0, 1, 2].reduce((sum, i) => sum + (a[row * 3 + i] ?? 0) * (b[i * 3 + column] ?? 0), 0);
  return Array.from({ length: 9 }, (_, i) => cell(Math.floor(i / 3), i % 3));
}

function invert(matrix: readonly number[]): number[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].flatMap((row) => row.map((value) => value / determinant));
}
