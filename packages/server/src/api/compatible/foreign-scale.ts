/**
 * Pairs of similarities: another service's scale and ours, whose thresholds have a known false match rate. Both ascend; values between two points are
 * interpolated linearly.
 */
export type ForeignScale = readonly (readonly [theirs: number, ours: number])[];

/**
 * Amazon's numbers, not Amazon's scale: a threshold in a caller's code gets the false match rate that suits its purpose. 80 is Amazon's default and
 * ours is 0.7; 99 is Amazon's advice where a wrong match matters, and ours is 0.8.
 */
export const rekognitionScale: ForeignScale = [
  [0, 0],
  [80, 0.7],
  [90, 0.75],
  [95, 0.775],
  [99, 0.8],
  [100, 1],
];

/** CompreFace advises 0.5, and more where security matters. */
export const comprefaceScale: ForeignScale = [
  [0, 0],
  [0.5, 0.7],
  [0.9, 0.8],
  [1, 1],
];

const flipped = (scale: ForeignScale): ForeignScale => scale.map(([theirs, ours]) => [ours, theirs]);

function along(scale: ForeignScale, value: number): number {
  const next = scale.findIndex(([at]) => at >= value);
  if (next === 0) return scale[0]?.[1] ?? 0;
  const [[x0, y0], [x1, y1]] = [scale[next - 1], scale[next]] as [ForeignScale[number], ForeignScale[number]];
  // Four decimals, as in our own similarity: the value returned is the value compared.
  return Number((y0 + ((value - x0) / (x1 - x0)) * (y1 - y0)).toFixed(4));
}

/** @param similarity on the other service's scale */
export const toOurs = (scale: ForeignScale, similarity: number): number => along(scale, similarity);
/** @param similarity 0 to 1 */
export const toTheirs = (scale: ForeignScale, similarity: number): number => along(flipped(scale), similarity);
