/** The file format around a codestream (ITU-T T.800, annex I): the meaning of its samples. */
import { boxes, boxOf } from "./boxes.ts";
import { type LabRanges, usualRanges } from "./lab.ts";
import type { Component } from "./siz.ts";

/** Table I.10, and of ITU-T T.801, table M.25. */
const spaces = { cmyk: 12, lab: 14, srgb: 16, gray: 17, sycc: 18 } as const;

export interface Jp2 {
  readonly codestream: Uint8Array;
  /** EnumCS, if present. */
  readonly space?: number | undefined;
  /** Ranges of Lab, if not the default ones. */
  readonly labRanges?: LabRanges;
  /** Embedded color profile. */
  readonly icc?: Uint8Array;
  /** By box type: `pclr`, `cmap` and `cdef`, if present. */
  readonly mapping: ReadonlyMap<string, Uint8Array>;
}

type Color = Pick<Jp2, "space" | "labRanges" | "icc">;

/** @returns undefined for a file without a codestream */
export function readJp2(bytes: Uint8Array): Jp2 | undefined {
  let color: Color = {};
  const mapping = new Map<string, Uint8Array>();
  for (const { type, content } of boxes(bytes)) {
    if (type === "jp2c") return { ...color, mapping, codestream: content };
    // Some writers put the last of them after the header.
    const inner = type === "jp2h" ? boxes(content) : type === "cmap" ? [{ type, content }] : [];
    for (const box of inner) {
      // Of several color specifications, the first usable one.
      if (box.type === "colr") color = color.space || color.icc ? color : readColor(box.content);
      if (["pclr", "cmap", "cdef"].includes(box.type)) mapping.set(box.type, box.content);
    }
  }
  return undefined;
}

/** I.5.3.3: method 1 is a number, method 2 a profile. */
function readColor(content: Uint8Array): Color {
  const [method] = content;
  if (method === 2) return { icc: content.subarray(3) };
  if (method !== 1 || content.length < 7) return {};
  const space = viewOf(content).getUint32(3);
  return space === spaces.lab && content.length >= 31 ? { space, labRanges: readRanges(viewOf(content)) } : { space };
}

const readRanges = (colr: DataView): LabRanges =>
  [7, 15, 23].map((at) => ({ range: colr.getUint32(at), zero: colr.getUint32(at + 4) }));

/** Input for the decoder, and the meaning of its output. */
interface Plan {
  readonly file: Uint8Array;
  /** Of gray or of each color. */
  readonly bits: readonly number[];
  /** Set if the colors are Lab. */
  readonly lab?: LabRanges;
}

/**
 * Rewrites a file to gray or three colors, as the decoder expects: drops transparency, and orders the colors.
 * @param codestream replaces the file's own
 * @returns undefined for unsupported colors
 */
export function planOf(
  { space = spaces.srgb, labRanges, mapping }: Jp2,
  components: readonly Component[],
  codestream: Uint8Array,
): Plan | undefined {
  if (space === spaces.cmyk) return undefined;
  const isLab = space === spaces.lab;
  // The decoder converts the others itself; of Lab it reports missing parameters.
  const colr = boxOf("colr", Buffer.from([1, 0, 0, 0, 0, 0, isLab ? spaces.srgb : space & 0xff]));
  const palette = mapping.get("pclr");
  if (palette) {
    const bits = Array.from(palette.subarray(3, 3 + (palette[2] ?? 0)), (depth) => (depth & 0x7f) + 1);
    const boxes = Array.from(mapping, ([type, content]) => boxOf(type, content));
    return !isLab && isGrayOrColor(bits) ? { bits, file: jp2Of(codestream, colr, ...boxes) } : undefined;
  }
  const isGray = space === spaces.gray || components.length < 3;
  const colors = orderOf(mapping.get("cdef"), isGray ? [0] : [0, 1, 2]);
  const bits = colors.map((index) => components[index]?.bits ?? 0);
  const isAll = colors.length === components.length && colors.every((index, at) => index === at);
  const file = jp2Of(codestream, colr, ...(isAll ? [] : selection(colors, bits)));
  return { bits, file, ...(isLab && { lab: labRanges ?? usualRanges(bits) }) };
}

const isGrayOrColor = ({ length }: { readonly length: number }): boolean => length === 1 || length === 3;

/** I.5.3.6: for each channel its number, its type (0: a color) and its association. @returns the channel of each color, `usual` where the box does not say */
function orderOf(definitions: Uint8Array | undefined, usual: readonly number[]): readonly number[] {
  if (!definitions) return usual;
  const view = viewOf(definitions);
  const channels = new Map<number, number>();
  for (let at = 2; at + 6 <= definitions.length; at += 6) {
    if (view.getUint16(at + 2) === 0) channels.set(view.getUint16(at + 4) - 1, view.getUint16(at));
  }
  const order = usual.map((color) => channels.get(color));
  return order.every((channel) => channel !== undefined) ? order : usual;
}

/** Maps color components to themselves, beside an unused palette: components without an entry are dropped. */
function selection(colors: readonly number[], bits: readonly number[]): readonly Buffer[] {
  const depths = bits.map((bits) => bits - 1);
  const entry = depths.flatMap((depth) => (depth > 7 ? [0, 0] : [0]));
  return [
    boxOf("pclr", Buffer.from([0, 1, colors.length, ...depths, ...entry])),
    boxOf("cmap", Buffer.from(colors.flatMap((index) => [index >> 8, index, 0, 0]))),
  ];
}

const jp2Of = (codestream: Uint8Array, ...meaning: readonly Buffer[]): Buffer =>
  Buffer.concat([
    boxOf("jP  ", Buffer.from("0d0a870a", "hex")),
    boxOf("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ", "latin1")),
    boxOf("jp2h", imageHeader(codestream), ...meaning),
    boxOf("jp2c", codestream),
  ]);

/** Height, width, number of components and depth of the first, from the codestream; 7 is the compression type. */
function imageHeader(codestream: Uint8Array): Buffer {
  const view = viewOf(codestream);
  const content = Buffer.alloc(14);
  content.writeUInt32BE(view.getUint32(12) - view.getUint32(20), 0);
  content.writeUInt32BE(view.getUint32(8) - view.getUint32(16), 4);
  content.writeUInt16BE(view.getUint16(40), 8);
  content.set([view.getUint8(42), 7], 10);
  return boxOf("ihdr", content);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
