import type { PhotoRejected } from "../photo-rejected.ts";
import { isModestlyCoded } from "./coding.ts";
import { boxes } from "./boxes.ts";
import { pixelsMax } from "../pixels-max.ts";

/**
 * Decoding takes some thirty bytes of memory and several times the time of a JPEG for each pixel: 84 MB and three seconds for three megapixels of
 * noise (AMD EPYC of family 26). Chips and wallets hold portraits of less than one megapixel.
 */
const modestPixelsMax = 3_000_000;
/** Encoders make one tile, or tiles of 256 pixels and more a side. */
const tilesMax = 128;

/** How the samples of a pixel are to be understood. */
export type Jpeg2000Color = "srgb" | "sycc";

export interface Jpeg2000Header {
  readonly outcome: "readable";
  readonly format: "jpeg2000";
  readonly width: number;
  readonly height: number;
  /** Grey or color. OpenJPEG's WebAssembly build takes no others, so nothing is ever transparent. */
  readonly components: 1 | 3;
  readonly color: Jpeg2000Color;
  /** The profile that the file brings for its colors. */
  readonly icc?: Uint8Array;
  /** What the decoder takes: the file without the boxes around it. */
  readonly codestream: Uint8Array;
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
  const file = startsWith(bytes, codestreamStart) ? { codestream: bytes, color: "srgb" as const } : readJp2(bytes);
  if (!file || !startsWith(file.codestream, codestreamStart)) return { outcome: "unreadable" };
  const size = readSize(file.codestream);
  if (!size) return { outcome: "unreadable" };
  const { width, height, tiles, components } = size;
  const pixels = width * height;
  if (pixels > pixelsMax) return { outcome: "too_many_pixels", pixels };
  const isModest = pixels <= modestPixelsMax && tiles <= tilesMax && isModestlyCoded(file.codestream, size.end, size);
  if (!isModest) return { outcome: "too_complex" };
  return { outcome: "readable", format: "jpeg2000", width, height, components, ...file };
}

/** The codestream of a JP2 file, and its color (ITU-T T.800, I.5.3 and I.5.4). Undefined for one without a codestream, or with a palette. */
function readJp2(bytes: Uint8Array): Pick<Jpeg2000Header, "codestream" | "color" | "icc"> | undefined {
  let color: Pick<Jpeg2000Header, "color" | "icc"> = { color: "srgb" };
  for (const { type, content } of boxes(bytes)) {
    if (type === "jp2c") return { ...color, codestream: content };
    if (type !== "jp2h") continue;
    const inner = Array.from(boxes(content));
    if (inner.some((box) => box.type === "pclr")) return undefined;
    const specified = inner.find((box) => box.type === "colr");
    if (specified) color = readColor(specified.content);
  }
  return undefined;
}

/** Enumerated color space 18 is sYCC; 16 is sRGB, 17 grey (ITU-T T.800, table I.10). */
function readColor(content: Uint8Array): Pick<Jpeg2000Header, "color" | "icc"> {
  const [method] = content;
  if (method === 2) return { color: "srgb", icc: content.subarray(3) };
  const isSycc = method === 1 && content.length >= 7 && viewOf(content).getUint32(3) === 18;
  return { color: isSycc ? "sycc" : "srgb" };
}

/** The SIZ segment (ITU-T T.800, A.5.1). Undefined where it is broken, and for samples that are signed or coarser than pixels. */
function readSize(codestream: Uint8Array) {
  const componentsAt = 42;
  if (codestream.length < componentsAt) return undefined;
  const view = viewOf(codestream);
  const at = (offset: number) => view.getUint32(offset);
  const [width, height] = [at(8) - at(16), at(12) - at(20)];
  const [tileWidth, tileHeight] = [at(24), at(28)];
  const components = view.getUint16(40);
  if (width <= 0 || height <= 0 || tileWidth === 0 || tileHeight === 0) return undefined;
  if ((components !== 1 && components !== 3) || codestream.length < componentsAt + 3 * components) return undefined;
  for (let i = 0; i < components; i++) {
    const [depth = 0, across, down] = codestream.subarray(componentsAt + 3 * i);
    // The top bit says that it is signed; the others are the depth less one.
    if (depth > 15 || across !== 1 || down !== 1) return undefined;
  }
  const tiles = Math.ceil((at(8) - at(32)) / tileWidth) * Math.ceil((at(12) - at(36)) / tileHeight);
  const end = 4 + view.getUint16(4);
  const tile = { tileWidth: Math.min(tileWidth, width), tileHeight: Math.min(tileHeight, height) };
  return { width, height, ...tile, tiles, components, end } as const;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
