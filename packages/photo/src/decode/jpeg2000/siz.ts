/** The SIZ segment of a codestream: number, size and position of its samples (ITU-T T.800, A.5.1). */

const componentsAt = 42;
/** Four colors and transparency. */
const componentsMax = 5;
/** The top bit of a depth marks signed samples; the others are the depth minus one. */
const signedBit = 0x80;
const depthMax = 16;

export interface Component {
  readonly bits: number;
  /** Pixels that share a sample. */
  readonly across: number;
  readonly down: number;
}

export interface Siz {
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly tiles: number;
  readonly components: readonly Component[];
  /** Start of the next segment. */
  readonly end: number;
}

/** @returns undefined if it is broken, or exceeds any portrait */
export function readSiz(codestream: Uint8Array): Siz | undefined {
  if (codestream.length < componentsAt) return undefined;
  const view = viewOf(codestream);
  const at = (offset: number) => view.getUint32(offset);
  const count = view.getUint16(40);
  if (count === 0 || count > componentsMax || codestream.length < componentsAt + 3 * count) return undefined;
  const [width, height] = [at(8) - at(16), at(12) - at(20)];
  const [tileWidth, tileHeight] = [at(24), at(28)];
  if (width <= 0 || height <= 0 || tileWidth === 0 || tileHeight === 0) return undefined;
  const components = Array.from({ length: count }, (_, index) => {
    const [depth = 0, across = 0, down = 0] = codestream.subarray(componentsAt + 3 * index);
    return { bits: (depth & ~signedBit) + 1, across, down };
  });
  if (components.some(({ bits, across, down }) => bits > depthMax || across === 0 || down === 0)) return undefined;
  const tiles = Math.ceil((at(8) - at(32)) / tileWidth) * Math.ceil((at(12) - at(36)) / tileHeight);
  const tile = { tileWidth: Math.min(tileWidth, width), tileHeight: Math.min(tileHeight, height) };
  return { width, height, ...tile, tiles, components, end: 4 + view.getUint16(4) };
}

/**
 * The same samples, declared so that the decoder returns all of them: unsigned, as it clips negative values; and if all components are subsampled alike,
 * as a smaller picture without subsampling.
 * @returns undefined if the tiles do not fit the smaller picture
 */
export function withPlainSiz(codestream: Uint8Array, { components, tiles }: Siz): Uint8Array | undefined {
  const bytes = codestream.slice();
  const view = viewOf(bytes);
  const [{ across, down } = { across: 1, down: 1 }] = components;
  const isCoarse = components.every((one) => one.across === across && one.down === down);
  if (isCoarse) {
    const areExact = [shrink(view, [8, 16, 24, 32], across), shrink(view, [12, 20, 28, 36], down)];
    if (tiles > 1 && areExact.includes(false)) return undefined;
  }
  for (const index of components.keys()) {
    const at = componentsAt + 3 * index;
    bytes[at] = (bytes[at] as number) & ~signedBit;
    if (isCoarse) bytes.fill(1, at + 1, at + 3);
  }
  return bytes;
}

/** Scales the picture's extent and origin, and the tiles' size and origin. @returns whether the tiles keep their size */
function shrink(view: DataView, offsets: readonly number[], by: number): boolean {
  const exact = offsets.map((offset) => view.getUint32(offset) / by);
  for (const [index, offset] of offsets.entries()) view.setUint32(offset, Math.ceil(exact[index] as number));
  return exact.slice(2).every((value) => Number.isInteger(value));
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
