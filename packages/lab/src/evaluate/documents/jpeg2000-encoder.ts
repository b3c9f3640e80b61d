import sharp from "sharp";
import type { FrameInfo, Options } from "@selfsame/photo/decode/jpeg2000/openjpeg";

interface Encoder {
  getDecodedBuffer(frame: FrameInfo & { readonly isUsingColorTransform: boolean }): Uint8Array;
  setQuality(lossless: boolean, quality: number): void;
  setCompressionRatio(layer: number, ratio: number): void;
  setTileSize(size: { readonly width: number; readonly height: number }): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}

type CreateOpenJpeg = (options: Options) => Promise<{ readonly J2KEncoder: new () => Encoder }>;

/** Samples of up to 8 bits take one byte, larger ones two (little-endian); the samples of a pixel are adjacent. */
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
  /** Approximate file size; so small that detail is lost. */
  readonly sizeBytes?: number;
}

/** Loads the encoder when it is first needed. The service only decodes, so a release may omit it. @throws if it is not installed */
async function loadEncoder(): Promise<CreateOpenJpeg> {
  // @ts-expect-error The package brings no types.
  const { default: untyped } = (await import("@cornerstonejs/codec-openjpeg/wasmjs")) as { default: unknown };
  return untyped as CreateOpenJpeg;
}

export const hasEncoder = (): Promise<boolean> =>
  loadEncoder().then(
    () => true,
    () => false,
  );

/** A bare JPEG 2000 codestream, as OpenJPEG writes it. */
export async function toCodestream(
  { data, width, height, channels }: Raw,
  { bits = 8, isSigned = false, tile, lossless = false, sizeBytes }: EncodeOptions = {},
): Promise<Buffer> {
  const createOpenJpeg = await loadEncoder();
  const { J2KEncoder } = await createOpenJpeg({ print: () => {}, printErr: () => {} });
  const encoder = new J2KEncoder();
  const frame = { width, height, bitsPerSample: bits, componentCount: channels, isSigned };
  encoder.getDecodedBuffer({ ...frame, isUsingColorTransform: channels === 3 }).set(data);
  // The ratio has an effect only with a quality of 1.
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
