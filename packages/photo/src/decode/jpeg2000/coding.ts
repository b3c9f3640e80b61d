/** Coding parameters of a codestream that determine its decoding cost. */

/** Encoders use five or six levels, and the standard allows this many. Levels that a tile is too small for are empty. */
const levelsMax = 32;
/** Packets: parts of a codestream with a header each. One tile, six resolutions, three components and ten layers make 180. */
const packetsMax = 50_000;
/** Code-blocks: encoders use 32 or 64 pixels a side; the smallest allowed have 4. */
const blocksMax = 100_000;

export interface CodedSize {
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly tiles: number;
  readonly components: number;
}

const [codMarker, cocMarker, sotMarker] = [0xff52, 0xff53, 0xff90];

/**
 * Whether the main header requires no more work than a portrait's (ITU-T T.800, A.6.1 and A.6.2). Tiles may require more in their own headers; a
 * worker's time limit bounds that.
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
    // Component numbers have one byte, as there are few components.
    if (marker === cocMarker && !isModest(segment.subarray(2), ((segment[1] ?? 0) & 1) === 1, layers, size))
      return false;
    at += 2 + length;
  }
  return true;
}

/** @param style levels, exponents of a block's sides, two bytes, and, if precincts have sizes, those of each resolution */
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
