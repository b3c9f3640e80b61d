import type { PhotoRejected } from "./photo-rejected.ts";
import { formatOf, type PhotoFormat } from "./format.ts";
import { type Jpeg2000Header, readJpeg2000Header } from "./jpeg2000/header.ts";
import { pixelsMax } from "./pixels-max.ts";
import { segments } from "./jpeg/segments.ts";

/** No camera has such proportions: 1 x 10,000,000 pixels took forty times as long as a portrait. Short sides are harmless. */
const lengthsMax = 20;
const longSide = 8192;
/** For 16 bits a channel, which only PNG has here: decoding takes twice the memory and several times the work of 8 bits. */
const deepPixelsMax = 12_500_000;

/** Format and size from a photo's first bytes; the size is as stored, before EXIF rotation. */
export interface PhotoHeader {
  readonly outcome: "readable";
  readonly format: Exclude<PhotoFormat, "jpeg2000">;
  readonly width: number;
  readonly height: number;
}

/** Formats accepted in addition to the usual ones. */
export interface Formats {
  /** Portraits of chips and wallets are JPEG 2000. */
  readonly jpeg2000?: boolean | undefined;
}

/** Reads format and size from the content, without a decoder: a file that claims 65535 x 65535 pixels is rejected after reading a few bytes. */
export function readHeader(bytes: Uint8Array, formats: Formats = {}): PhotoHeader | Jpeg2000Header | PhotoRejected {
  const format = formatOf(bytes);
  if (format === "jpeg2000" && formats.jpeg2000) return readJpeg2000Header(bytes);
  if (!format || format === "jpeg2000") return { outcome: "unsupported_format" };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = sizeOf[format](view);
  if (!size || size.width === 0 || size.height === 0) return { outcome: "unreadable" };
  const pixels = size.width * size.height;
  if (pixels > pixelsMax) return { outcome: "too_many_pixels", pixels };
  const long = Math.max(size.width, size.height);
  const isLine = long > longSide && long > lengthsMax * Math.min(size.width, size.height);
  const isDeep = format === "png" && view.getUint8(24) === 16 && pixels > deepPixelsMax;
  if (isLine || isDeep) return { outcome: "too_complex" };
  return { outcome: "readable", format, ...size };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const sizeOf: Readonly<Record<PhotoHeader["format"], (view: DataView) => Size | undefined>> = {
  jpeg: jpegSize,
  png: pngSize,
  gif: gifSize,
  webp: webpSize,
};

/** From the first frame header, SOF0 to SOF15 (ITU-T T.81, B.2.2). */
function jpegSize(view: DataView): Size | undefined {
  for (const { marker, at } of segments(view)) {
    if (at + 9 > view.byteLength) return undefined;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return undefined;
}

/** IHDR comes first and is 13 bytes long (PNG specification, 11.2.1). */
function pngSize(view: DataView): Size | undefined {
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || !startsWith(view, 12, "IHDR")) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** From the logical screen (GIF89a specification, 18). */
function gifSize(view: DataView): Size | undefined {
  if (view.byteLength < 13) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** The first chunk is VP8 (lossy), VP8L (lossless) or VP8X (extended); RFC 9649, 2.5 to 2.7 and RFC 6386, 9.1. */
function webpSize(view: DataView): Size | undefined {
  if (view.byteLength < 30) return undefined;
  if (startsWith(view, 12, "VP8 ")) {
    if (!startsWith(view, 23, "\x9d\x01\x2a")) return undefined;
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (startsWith(view, 12, "VP8L")) {
    if (view.getUint8(20) !== 0x2f) return undefined;
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (startsWith(view, 12, "VP8X")) {
    return { width: (view.getUint32(23, true) >>> 8) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
  }
  return undefined;
}

/** `expected` holds one byte a character. */
function startsWith(view: DataView, offset: number, expected: string): boolean {
  if (view.byteLength < offset + expected.length) return false;
  for (let i = 0; i < expected.length; i++) {
    if (view.getUint8(offset + i) !== expected.charCodeAt(i)) return false;
  }
  return true;
}
