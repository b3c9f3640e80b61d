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

/** Averages blocks of two by two pixels; at an odd edge, of what there is. */
function halve({ width, height, channels, data }: Image): Image {
  const columns = (width + 1) >> 1;
  const rows = (height + 1) >> 1;
  const out = new Uint8Array(columns * rows * 3);
  // A plain view: Node's Buffer is a class of its own, and one kind of array is read faster than two.
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const down = row * 2 + 1 < height ? width * channels : 0;
    let from = row * 2 * width * channels;
    for (let column = 0; column < columns; column++, from += channels * 2) {
      const right = column * 2 + 1 < width ? channels : 0;
      for (let c = 0; c < 3; c++) {
        const i = from + c;
        const sum =
          (pixels[i] as number) +
          (pixels[i + right] as number) +
          (pixels[i + down] as number) +
          (pixels[i + right + down] as number);
        out[at++] = (sum + 2) >> 2;
      }
    }
  }
  return { width: columns, height: rows, channels: 3, data: out };
}
