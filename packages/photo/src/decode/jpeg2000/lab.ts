/** Colors in CIELab (ITU-T T.801, M.11.7.4.1): lightness, green to red, blue to yellow. */

/** Range of each channel, and the sample that stands for 0. */
export type LabRanges = readonly { readonly range: number; readonly zero: number }[];

export const usualRanges = (bits: readonly number[]): LabRanges => {
  const [, red = 8, yellow = 8] = bits;
  return [
    { range: 100, zero: 0 },
    { range: 170, zero: 2 ** (red - 1) },
    { range: 200, zero: 2 ** (yellow - 2) + 2 ** (yellow - 3) },
  ];
};

/** @returns red, green and blue of sRGB, 0 to 255 within its gamut */
export function fromLab(samples: readonly number[], bits: readonly number[], ranges: LabRanges): number[] {
  const [l = 0, a = 0, b = 0] = ranges.map(
    ({ range, zero }, color) => (range * ((samples[color] ?? 0) - zero)) / (2 ** (bits[color] ?? 8) - 1),
  );
  const y = (l + 16) / 116;
  const xyz = [y + a / 500, y, y - b / 200].map((value, index) => (whiteD50[index] as number) * cubed(value));
  const linear = toLinear.map((row) => row.reduce((sum, part, index) => sum + part * (xyz[index] as number), 0));
  return linear.map((value) => 255 * encode(value));
}

const whiteD50 = [0.9642, 1, 0.8249];

/** XYZ at white point D50 to linear sRGB at D65 (Bradford). */
const toLinear = [
  [3.1339, -1.6169, -0.4906],
  [-0.9788, 1.9161, 0.0335],
  [0.0719, -0.229, 1.4052],
];

/** CIE 15, 8.2.1. */
const cubed = (value: number): number => (value > 6 / 29 ? value ** 3 : (value - 16 / 116) * 3 * (6 / 29) ** 2);

/** IEC 61966-2-1. */
const encode = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * Math.max(0, linear) : 1.055 * linear ** (1 / 2.4) - 0.055;
