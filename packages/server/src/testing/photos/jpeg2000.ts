// @ts-expect-error The package brings no types.
import untyped from "@cornerstonejs/codec-openjpeg/wasmjs";
import sharp from "sharp";
import type { FrameInfo, Options } from "../../decode/jpeg2000/openjpeg.ts";

interface Encoder {
  getDecodedBuffer(frame: FrameInfo & { readonly isUsingColorTransform: boolean }): Uint8Array;
  setQuality(lossless: boolean, quality: number): void;
  setCompressionRatio(layer: number, ratio: number): void;
  setTileSize(size: { readonly width: number; readonly height: number }): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}

const createOpenJpeg = untyped as (options: Options) => Promise<{ readonly J2KEncoder: new () => Encoder }>;

/** Samples of 8 bits a byte, of more bits two bytes (little-endian), those of a pixel side by side. */
export interface Raw {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

export interface EncodeOptions {
  readonly bits?: number;
  readonly isSigned?: boolean;
  readonly tile?: number;
  readonly lossless?: boolean;
  /** Of the file, about; so small that detail is lost. */
  readonly sizeBytes?: number;
}

/** A bare JPEG 2000 codestream, as OpenJPEG writes it. */
export async function toCodestream(
  { data, width, height, channels }: Raw,
  { bits = 8, isSigned = false, tile, lossless = false, sizeBytes }: EncodeOptions = {},
): Promise<Buffer> {
  const { J2KEncoder } = await createOpenJpeg({ print: () => {}, printErr: () => {} });
  const encoder = new J2KEncoder();
  const frame = { width, height, bitsPerSample: bits, componentCount: channels, isSigned };
  encoder.getDecodedBuffer({ ...frame, isUsingColorTransform: channels === 3 }).set(data);
  // The ratio counts only with a quality of 1.
  encoder.setQuality(lossless, sizeBytes ? 1 : 0);
  if (sizeBytes) encoder.setCompressionRatio(0, (width * height * channels) / sizeBytes);
  if (tile) encoder.setTileSize({ width: tile, height: tile });
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
}

/** A photo's pixels as a JPEG 2000 codestream. */
export async function codestreamOf(photo: Uint8Array, side?: number, options?: EncodeOptions): Promise<Buffer> {
  const image = side === undefined ? sharp(photo) : sharp(photo).resize(side, side, { fit: "inside" });
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return toCodestream({ data, width: info.width, height: info.height, channels: info.channels }, options);
}

export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const inner = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + inner.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, inner]);
}

const enumerated = (space: number) => Buffer.from([1, 0, 0, 0, 0, 0, space]);

/** The file format around a codestream (ITU-T T.800, annex I): colors by number (16: sRGB, 17: grey, 18: sYCC) or by profile. */
export function toJp2(codestream: Buffer, color: number | Uint8Array = 16, ...more: readonly Buffer[]): Buffer {
  const ihdr = Buffer.alloc(14);
  ihdr.writeUInt32BE(codestream.readUInt32BE(12), 0);
  ihdr.writeUInt32BE(codestream.readUInt32BE(8), 4);
  ihdr.writeUInt16BE(codestream.readUInt16BE(40), 8);
  ihdr.set([7, 7, 0, 0], 10);
  const colr = typeof color === "number" ? enumerated(color) : Buffer.concat([Buffer.from([2, 0, 0]), color]);
  return Buffer.concat([
    box("jP  ", Buffer.from("0d0a870a", "hex")),
    box("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ", "latin1")),
    box("jp2h", box("ihdr", ihdr), box("colr", colr), ...more),
    box("jp2c", codestream),
  ]);
}
