/** Kinds of a place: not part of the image, known, or to be filled. */
export const outside = 0;
export const known = 1;
export const free = 2;

/**
 * Poisson blending preserves the gradients of the pasted image and takes the values at its edge from the background (Perez et al. 2003). The
 * difference to the pasted image is therefore harmonic: known at the edge, and inside each value is the mean of its four neighbors. Solved from
 * coarse to fine.
 * @param kinds no free place touches the border or a place outside
 */
export function harmonic(values: Float32Array, kinds: Uint8Array, width: number): Float32Array {
  if (!kinds.includes(free)) return values;
  const height = values.length / width;
  const halfWidth = Math.ceil(width / 2);
  const half = { kinds: new Uint8Array(halfWidth * Math.ceil(height / 2)), values: new Float32Array() };
  half.values = new Float32Array(half.kinds.length);
  for (let i = 0; i < half.kinds.length; i++) {
    const at = 2 * Math.floor(i / halfWidth) * width + 2 * (i % halfWidth);
    const isLastColumn = (at % width) + 1 === width;
    const four = [at, isLastColumn ? at : at + 1, at + width, isLastColumn ? at + width : at + width + 1];
    const fixed = four.filter((one) => kinds[one] === known);
    for (const one of fixed) half.values[i] = (half.values[i] as number) + (values[one] as number) / fixed.length;
    half.kinds[i] = fixed.length > 0 ? known : (kinds[at] as number);
  }
  const coarse = harmonic(half.values, half.kinds, halfWidth);
  const out = values.map((value, i) =>
    kinds[i] === free ? (coarse[(Math.floor(i / width) >> 1) * halfWidth + ((i % width) >> 1)] as number) : value,
  );
  relax(out, kinds, width);
  return out;
}

/** Successive over-relaxation. */
function relax(values: Float32Array, kinds: Uint8Array, width: number): void {
  const inside: number[] = [];
  for (const [i, kind] of kinds.entries()) if (kind === free) inside.push(i);
  const places = Uint32Array.from(inside);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const i of places) {
      const value = values[i] as number;
      const beside = (values[i - 1] as number) + (values[i + 1] as number);
      const around = beside + (values[i - width] as number) + (values[i + width] as number);
      values[i] = value + overRelaxation * (around / 4 - value);
    }
  }
}

const sweeps = 40;
const overRelaxation = 1.8;
