/** Coarser than a pixel, so that it outlives JPEG and another size; strong enough to hide what the pictures share. */
const cellPx = 2.5;
const strongest = 5;

/**
 * A grain of its own for each frame, RGB rows: frames of one photo share its noise, by which the service tells them from photos. (That this
 * hides it is what docs/challenge.md says of an attacker who knows.)
 */
export function grained(data: Buffer, width: number, seed: number): Buffer {
  const height = data.length / 3 / width;
  const columns = Math.ceil(width / cellPx) + 1;
  const random = randomFrom(seed);
  const cells = Float32Array.from(
    { length: columns * (Math.ceil(height / cellPx) + 1) },
    () => strongest * (2 * random() - 1),
  );
  const cell = (row: number, column: number) => cells[row * columns + column] as number;
  const out = Buffer.alloc(data.length);
  for (let i = 0; i < width * height; i++) {
    const [u, v] = [(i % width) / cellPx, Math.floor(i / width) / cellPx];
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const upper = cell(top, left) * (1 - u + left) + cell(top, left + 1) * (u - left);
    const lower = cell(top + 1, left) * (1 - u + left) + cell(top + 1, left + 1) * (u - left);
    const grain = upper * (1 - v + top) + lower * (v - top);
    for (let c = 3 * i; c < 3 * i + 3; c++)
      out[c] = Math.max(0, Math.min(255, Math.round((data[c] as number) + grain)));
  }
  return out;
}

/** Always the same numbers from 0 to 1 for a seed (Lehmer's generator, MINSTD). */
function randomFrom(seed: number): () => number {
  let state = (Math.round(Math.abs(seed) * 1000) % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
