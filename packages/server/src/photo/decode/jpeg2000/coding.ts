/** How a codestream says that it is coded, where that decides what decoding costs. */

/** Encoders make five or six, and the standard allows these. Those that a tile is too small for are empty. */
const levelsMax = 32;
/** Parts of a codestream of which each has a header of its own: one tile, six resolutions, three components and ten layers make 180. */
const packetsMax = 50_000;
/** Encoders make them of 32 or 64 pixels a side; the smallest that are allowed have 4. */
const blocksMax = 100_000;

export interface CodedSize {
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly tiles: number;
  readonly components: number;
}

const [codMarker, cocMarker, sotMarker] = [0xff52, 0xff53, 0xff90];

/**
 * Whether the main header asks for no more work than that of a portrait (ITU-T T.800, A.6.1 and A.6.2). Tiles may ask for more in headers of
 * their own, for which the time of a worker is the bound.
 *
 * @param from where SIZ ends
 */
export function isModestlyCoded(codestream: Uint8Array, from: number, size: CodedSize): boolean {
  const view = new DataView(codestream.buffer, codestream.byteOffset, codestream.byteLength);
  let layers = 1;
  for (let at = from; at + 4 <= codestream.length;) {
    const [marker, length] = [view.getUint16(at), view.getUint16(at + 2)];
    const segment = codestream.subarray(at + 4, at + 2 + length);
    if (marker === sotMarker || length < 2) return true;
    if (marker === codMarker) {
      layers = (segment[2] ?? 0) * 256 + (segment[3] ?? 0);
      if (!isModest(segment.subarray(5), ((segment[0] ?? 0) & 1) === 1, layers, size)) return false;
    }
    // The number of a component has one byte, as there are few.
    if (marker === cocMarker && !isModest(segment.subarray(2), ((segment[1] ?? 0) & 1) === 1, layers, size))
      return false;
    at += 2 + length;
  }
  return true;
}

/** @param style levels, the exponents of a block's sides, two bytes, and where precincts have sizes, those of each resolution */
function isModest(
  style: Uint8Array,
  hasPrecincts: boolean,
  layers: number,
  { tileWidth, tileHeight, tiles, components }: CodedSize,
): boolean {
  const [levels = 0, across = 0, down = 0] = style;
  if (levels > levelsMax) return false;
  const blocks = (tileWidth * tileHeight * tiles * components) / 2 ** ((across & 15) + (down & 15) + 4);
  const packets = Array.from({ length: levels + 1 }, (_, resolution) => {
    const shrunk = 2 ** (levels - resolution);
    const sides = hasPrecincts ? (style[5 + resolution] ?? 0) : 0xff;
    const [width, height] = [2 ** (sides & 15), 2 ** (sides >> 4)];
    return Math.ceil(tileWidth / shrunk / width) * Math.ceil(tileHeight / shrunk / height);
  }).reduce((sum, precincts) => sum + precincts * tiles * components * layers, 0);
  return blocks <= blocksMax && packets <= packetsMax;
}
