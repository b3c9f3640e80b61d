import type { Image } from "./image.ts";

/** An image at half its size, and so on: kept as long as the image itself, for every model looks at the same photo. */
const halves = new WeakMap<Image, Image>();

/** The image shrunk `level` times by two; a pixel of level n covers 2^n pixels a side, fewer at the right and lower edge. */
export function levelOf(image: Image, level: number): Image {
  let current = image;
  for (let i = 0; i < level; i++) {
    let half = halves.get(current);
    if (!half) {
      half = halve(current);
      halves.set(current, half);
    }
    current = half;
  }
  return current;
}

/**
 * Gives the memory of an image and of its smaller copies back at once, where the garbage collector would take its time over some megabytes
 * a photo. Nobody may look at them afterwards.
 */
export function forget(image: Image): void {
  const half = halves.get(image);
  if (half) forget(half);
  const { buffer, byteLength } = image.data;
  // Small buffers of Node are parts of a common one.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Averages blocks of two by two pixels; at an odd edge, of what there is. */
function halve({ width, height, channels, data }: Image): Image {
  const columns = (width + 1) >> 1;
  const rows = (height + 1) >> 1;
  const out = new Uint8Array(columns * rows * 3);
  // A plain view: Node's Buffer is a class of its own, and one kind of array is read faster than two.
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const stride = width * channels;
  let at = 0;
  for (let row = 0; row < rows; row++) {
    let a = Math.imul(row * 2, stride);
    let c = row * 2 + 1 < height ? a + stride : a;
    for (let column = 0; column < columns; column++, at += 3, a += 2 * channels, c += 2 * channels) {
      const right = column * 2 + 1 < width ? channels : 0;
      const b = a + right;
      const d = c + right;
      // Written out channel by channel: a loop of three takes twice the time.
      out[at] = mean4(pixels, a, b, c, d);
      out[at + 1] = mean4(pixels, a + 1, b + 1, c + 1, d + 1);
      out[at + 2] = mean4(pixels, a + 2, b + 2, c + 2, d + 2);
    }
  }
  return { width: columns, height: rows, channels: 3, data: out };
}

function mean4(pixels: Uint8Array, a: number, b: number, c: number, d: number): number {
  const sum = (pixels[a] as number) + (pixels[b] as number) + (pixels[c] as number) + (pixels[d] as number);
  return (sum + 2) >> 2;
}
