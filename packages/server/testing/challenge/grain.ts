/** Mottles of one size. */
export interface Mottling {
  /** Distance between two cells, pixels. */
  readonly cellPx: number;
  /** Greatest change of a pixel, in levels of 255. */
  readonly strongest: number;
}

/**
 * Three sizes of mottles. The first is coarser than a pixel, so that it survives JPEG and scaling, and strong enough to hide the finest detail that
 * the pictures share. The second are the blotches of a poor camera in the dark, which hide lips and lids as well. The third is larger still and hides
 * that the light on them does not change.
 */
const hiding: readonly Mottling[] = [
  { cellPx: 2.5, strongest: 5 },
  { cellPx: 7, strongest: 5 },
  { cellPx: 16, strongest: 10 },
];

/**
 * Adds a different grain to each frame (RGB rows): frames of one photo share its noise, by which the service detects photos. (docs/challenge.md
 * states that an attacker who knows this can hide the shared noise in this way.)
 */
export function grained(data: Buffer, width: number, seed: number, mottlings: readonly Mottling[] = hiding): Buffer {
  const grain = new Float32Array(data.length / 3);
  for (const [i, mottling] of mottlings.entries()) addMottles(grain, width, mottling, randomFrom(seed + 0.37 * i));
  const out = Buffer.alloc(data.length);
  for (let i = 0, pixel = 0; i < data.length; pixel++) {
    const change = grain[pixel] as number;
    for (const end = i + 3; i < end; i++) {
      out[i] = Math.max(0, Math.min(255, Math.round((data[i] as number) + change)));
    }
  }
  return out;
}

function addMottles(grain: Float32Array, width: number, { cellPx, strongest }: Mottling, random: () => number): void {
  const columns = Math.ceil(width / cellPx) + 2;
  const rows = Math.ceil(grain.length / width / cellPx) + 2;
  const cells = Float32Array.from({ length: columns * rows }, () => strongest * (2 * random() - 1));
  const cell = (row: number, column: number) => cells[row * columns + column] as number;
  for (let i = 0; i < grain.length;) {
    const v = Math.floor(i / width) / cellPx;
    const top = Math.floor(v);
    for (let x = 0; x < width; x++, i++) {
      const u = x / cellPx;
      const left = Math.floor(u);
      const upper = cell(top, left) * (1 - u + left) + cell(top, left + 1) * (u - left);
      const lower = cell(top + 1, left) * (1 - u + left) + cell(top + 1, left + 1) * (u - left);
      grain[i] = (grain[i] as number) + upper * (1 - v + top) + lower * (v - top);
    }
  }
}

/** Numbers from 0 to 1, the same for the same seed (Lehmer's generator, MINSTD). */
function randomFrom(seed: number): () => number {
  let state = (Math.round(Math.abs(seed) * 1000) % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
