import type { Image } from "./image.ts";
import { slack } from "./loops/loops.ts";
import { aligned, loops, memoryOf, wipeMemory } from "./loops/memory.ts";

/** An image, or a smaller copy of it, in the loops' memory. */
export interface Level {
  readonly address: number;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

interface Pyramid {
  readonly image: Image;
  /** Each has half the size of the one before. */
  readonly levels: Level[];
}

/** Pyramid of the latest image: every model reads the same photo, most at the same size. */
let current: Pyramid | undefined;

/**
 * The image halved `times` times; a pixel of level n covers 2^n pixels a side, fewer at the right and lower edge. Valid until another image is
 * requested.
 * @returns `free`: the first free address after it
 */
export function hold(image: Image, times: number): { readonly level: Level; readonly free: number } {
  if (current?.image !== image) current = { image, levels: [copied(image)] };
  const { levels } = current;
  while (levels.length <= times) levels.push(halved(levels.at(-1) as Level));
  return { level: levels[times] as Level, free: endOf(levels.at(-1) as Level) };
}

/** The same as an independent image. */
export function levelOf(image: Image, times: number): Image {
  if (times === 0) return image;
  const { address, width, height } = hold(image, times).level;
  const data = new Uint8Array(loops().memory.buffer, address, width * height * 3).slice();
  return { width, height, channels: 3, data };
}

/**
 * Releases an image's memory at once, since the garbage collector would hold some megabytes for each photo, and wipes its copy in the loops' memory. The
 * image must not be used afterwards.
 */
export function forget(image: Image): void {
  if (current?.image === image) {
    current = undefined;
    wipeMemory();
  }
  const { buffer, byteLength } = image.data;
  // Small Node buffers share one allocation and cannot be transferred.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Includes one row below the last, which is read but has no weight. */
const endOf = ({ address, width, height, channels }: Level): number =>
  aligned(address + width * (height + 1) * channels + slack);

function copied({ width, height, channels, data }: Image): Level {
  const level = { address: 0, width, height, channels };
  new Uint8Array(memoryOf(endOf(level))).set(data);
  return level;
}

/** Averages blocks of two by two pixels; an odd edge averages what exists. */
function halved(from: Level): Level {
  const stride = from.width * from.channels;
  const level = {
    address: endOf(from),
    width: (from.width + 1) >> 1,
    height: (from.height + 1) >> 1,
    channels: 3,
  } as const;
  const pixels = new Uint8Array(memoryOf(endOf(level)));
  const { halveRgb, halveRgba } = loops();
  const halve = from.channels === 3 ? halveRgb : halveRgba;
  const blocks = (from.width >> 1) * 3;
  for (let row = 0, out = level.address; row < level.height; row++, out += level.width * 3) {
    const upper = from.address + 2 * row * stride;
    const lower = 2 * row + 1 < from.height ? upper + stride : upper;
    if (blocks > 0) halve(upper, lower, out, out + blocks);
  }
  if (from.width % 2 === 1) halveLastColumn(pixels, from, level);
  return level;
}

function halveLastColumn(pixels: Uint8Array, from: Level, to: Level): void {
  const stride = from.width * from.channels;
  for (let row = 0; row < to.height; row++) {
    const upper = from.address + (2 * row + 1) * stride - from.channels;
    const lower = 2 * row + 1 < from.height ? upper + stride : upper;
    const out = to.address + (row + 1) * to.width * 3 - 3;
    for (let colour = 0; colour < 3; colour++) {
      const sum = (pixels[upper + colour] as number) + (pixels[lower + colour] as number);
      pixels[out + colour] = (sum + 1) >> 1;
    }
  }
}
