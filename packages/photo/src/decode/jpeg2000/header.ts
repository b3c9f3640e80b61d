import type { PhotoRejected } from "../photo-rejected.ts";
import { isModestlyCoded } from "./coding.ts";
import { type Jp2, planOf, readJp2 } from "./jp2.ts";
import type { LabRanges } from "./lab.ts";
import { type Component, readSiz, type Siz, withPlainSiz } from "./siz.ts";
import { pixelsMax } from "../pixels-max.ts";

/**
 * Three megapixels in color. Decoding takes some thirty bytes and several times a JPEG's time for each sample: 84 MB and three seconds for noise (AMD
 * EPYC of family 26). Portraits of chips and wallets have less than one megapixel.
 */
const samplesMax = 9_000_000;
/** Encoders make one tile, or tiles of 256 pixels and more a side. */
const tilesMax = 128;

export interface Jpeg2000Header {
  readonly outcome: "readable";
  readonly format: "jpeg2000";
  readonly width: number;
  readonly height: number;
  /** Bits of gray or of each color: either all of at most 8, or the first of more. */
  readonly bits: readonly number[];
  readonly lab?: LabRanges;
  /** Embedded color profile. */
  readonly icc?: Uint8Array;
  /** A file with the same samples that the decoder accepts. */
  readonly file: Uint8Array;
}

/** SOC, followed by SIZ. */
const codestreamStart = Buffer.from("ff4fff51", "hex");

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  start.every((value, index) => bytes[index] === value);

/** Reads size and colors without a decoder. */
export function readJpeg2000Header(bytes: Uint8Array): Jpeg2000Header | PhotoRejected {
  const jp2: Jp2 | undefined = startsWith(bytes, codestreamStart)
    ? { codestream: bytes, mapping: new Map() }
    : readJp2(bytes);
  if (!jp2 || !startsWith(jp2.codestream, codestreamStart)) return { outcome: "unreadable" };
  const stored = readSiz(jp2.codestream);
  if (!stored) return { outcome: "unreadable" };
  const pixels = stored.width * stored.height;
  if (pixels > pixelsMax) return { outcome: "too_many_pixels", pixels };
  const codestream = withPlainSiz(jp2.codestream, stored);
  const plain = codestream && readSiz(codestream);
  if (!plain || !isDecodable(plain)) return { outcome: "unreadable" };
  const { width, height, tiles, components, end } = plain;
  const isModest =
    width * height * components.length <= samplesMax &&
    tiles <= tilesMax &&
    isModestlyCoded(codestream, end, { ...plain, components: components.length });
  if (!isModest) return { outcome: "too_complex" };
  const plan = planOf(jp2, components, codestream);
  // The decoder returns every component with as many bytes as the first.
  if (!plan || (Math.max(...plan.bits) > 8 && (plan.bits[0] ?? 0) <= 8)) return { outcome: "unreadable" };
  return { outcome: "readable", format: "jpeg2000", width, height, ...plan, ...(jp2.icc && { icc: jp2.icc }) };
}

/** Whether the subsampling is one that the decoder accepts: full, or for three components halved in one or both directions. */
function isDecodable({ components }: Siz): boolean {
  if (components.every(isFull)) return true;
  const [first, second, third, ...more] = components;
  if (!first || !second || !third || more.length > 0) return false;
  const isAlike = second.across === third.across && second.down === third.down;
  return isFull(first) && isAlike && second.across === 2 && second.down <= 2;
}

const isFull = ({ across, down }: Component): boolean => across === 1 && down === 1;
