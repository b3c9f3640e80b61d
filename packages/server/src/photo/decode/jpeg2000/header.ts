import type { PhotoRejected } from "../photo-rejected.ts";
import { isModestlyCoded } from "./coding.ts";
import { type Jp2, planOf, readJp2 } from "./jp2.ts";
import type { LabRanges } from "./lab.ts";
import { type Component, readSiz, type Siz, withPlainSiz } from "./siz.ts";
import { pixelsMax } from "../pixels-max.ts";

/**
 * Of three megapixels in color. Decoding takes some thirty bytes of memory and several times the time of a JPEG for each of these: 84 MB and three
 * seconds for noise (AMD EPYC of family 26). Chips and wallets hold portraits of less than one megapixel.
 */
const samplesMax = 9_000_000;
/** Encoders make one tile, or tiles of 256 pixels and more a side. */
const tilesMax = 128;

export interface Jpeg2000Header {
  readonly outcome: "readable";
  readonly format: "jpeg2000";
  readonly width: number;
  readonly height: number;
  /** Bits of gray, or of each color: all of at most 8, or the first of more. */
  readonly bits: readonly number[];
  readonly lab?: LabRanges;
  /** The profile that the file brings for its colors. */
  readonly icc?: Uint8Array;
  /** What the decoder takes: of the same samples, without what it does not take. */
  readonly file: Uint8Array;
}

/** Whether a file begins like a JP2 file or a bare codestream (ITU-T T.800, I.5.1 and A.4.1). */
export function isJpeg2000(bytes: Uint8Array): boolean {
  return startsWith(bytes, jp2Signature) || startsWith(bytes, codestreamStart);
}

const jp2Signature = Buffer.from("0000000c6a5020200d0a870a", "hex");
/** SOC, and SIZ right behind it. */
const codestreamStart = Buffer.from("ff4fff51", "hex");

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  start.every((value, index) => bytes[index] === value);

/** Reads size and color without a decoder. */
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
  // The decoder returns as many bytes of each as the first one has.
  if (!plan || (Math.max(...plan.bits) > 8 && (plan.bits[0] ?? 0) <= 8)) return { outcome: "unreadable" };
  return { outcome: "readable", format: "jpeg2000", width, height, ...plan, ...(jp2.icc && { icc: jp2.icc }) };
}

/** Samples for each pixel, or of three components two for two or four pixels: the decoder takes no other mixture. */
function isDecodable({ components }: Siz): boolean {
  if (components.every(isFull)) return true;
  const [first, second, third, ...more] = components;
  if (!first || !second || !third || more.length > 0) return false;
  const isAlike = second.across === third.across && second.down === third.down;
  return isFull(first) && isAlike && second.across === 2 && second.down <= 2;
}

const isFull = ({ across, down }: Component): boolean => across === 1 && down === 1;
