import { type Box, scaleBox } from "@selfsame/face/plane/geometry";
import type { Image } from "@selfsame/face/pixels/image";
import sharp from "sharp";
import type { Sharp } from "sharp";
import type { PhotoRejected } from "./photo-rejected.ts";
import { type Formats, readHeader } from "./header.ts";
import { pixelsMax } from "./pixels-max.ts";
import { readMatrixProfile, toSrgb } from "./icc.ts";
import type { MatrixProfile } from "./icc.ts";
import { hasEnd } from "./jpeg/segments.ts";
import { decodeShrunk, type Eighths } from "./jpeg/shrink.ts";
import { decodeJpeg2000 } from "./jpeg2000/decode.ts";

// libvips could also open SVG, TIFF, HEIF, PDF, its own format and more: only the contracts' formats may be tried.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});
// One photo a process at a time: the pool provides parallelism. And nothing of a photo outlives its task.
sharp.concurrency(1);
sharp.cache(false);

/** A readable photo. Sizes and boxes refer to the upright photo at full size unless noted. */
export interface Photo {
  readonly outcome: "opened";
  readonly width: number;
  readonly height: number;
  /** The whole photo, at the size in which faces are searched. */
  readonly image: Image;
  /** Scale of `image` relative to the photo: at most 1. */
  readonly scale: number;
  /**
   * Decodes a part of the photo again, with more detail than `image`.
   * @param box in pixels of the photo; rounded outwards and clipped to the photo
   * @param sideMax of the result; a smaller part keeps its size
   */
  region(box: Box, sideMax: number): Promise<Region>;
}

interface Region {
  readonly image: Image;
  /** The part that `image` shows, in pixels of the photo. */
  readonly box: Box;
  readonly scale: number;
}

/** libvips cannot decode the photo. Every other error here is a fault of ours. */
export class NotDecodable extends Error {
  override readonly name = "NotDecodable";
}

export interface Decoders {
  /** Our own decoder, for large JPEGs. */
  readonly shrink: (bytes: Uint8Array, eighths: Eighths) => Image | undefined;
  /** Called with a fault of that decoder before libvips takes over. */
  readonly noteFault: (error: unknown) => void;
}

const decoders: Decoders = { shrink: decodeShrunk, noteFault: (error) => process.emitWarning(error as Error) };

/**
 * Opens a photo: upright, in sRGB, the first frame of an animation, on white where it is transparent.
 * Larger photos are reduced while decoding (JPEG in the frequency domain, WebP by any factor), so a photo of 12 megapixels costs little more than a
 * small one.
 * @param sideMax of the decoded image, which may be up to a sixteenth smaller; smaller photos keep their size
 */
export async function openPhoto(
  given: Uint8Array,
  sideMax: number,
  { shrink, noteFault }: Decoders = decoders,
  formats: Formats = {},
): Promise<Photo | PhotoRejected> {
  const header = readHeader(given, formats);
  if (header.outcome !== "readable") return header;
  try {
    if (header.format === "jpeg2000") return await openDecoded(await decodeJpeg2000(header), sideMax);
    const file = header.format === "jpeg" ? ended(given) : { bytes: given, failOn: "error" as const };
    const { bytes } = file;
    const { autoOrient, icc, orientation } = await fromLibvips(reader(file, true).metadata());
    const { width, height } = autoOrient;
    // The decoded size must agree with the header that the limits were checked on.
    const total = width * height;
    if (total > pixelsMax) return { outcome: "too_many_pixels", pixels: total };
    const size = fitInside(width, height, sideMax);
    const colours = icc && readMatrixProfile(icc);
    const decode = (change: (photo: Sharp) => Sharp) => pixels(change(reader(file, colours !== undefined)), colours);
    const quickly = async () => {
      // A profile without a matrix needs libvips' color engine.
      if (header.format !== "jpeg" || (icc && !colours)) return undefined;
      try {
        const shrunk = shrinkJpeg(shrink, bytes, Math.max(width, height), sideMax);
        return shrunk && (await upright(shrunk, orientation, size, colours));
      } catch (error) {
        noteFault(error);
        return undefined;
      }
    };
    const image = (await quickly()) ?? (await decode((photo) => resized(photo, size, { width, height })));
    return opened(image, { width, height }, decode);
  } catch (error) {
    if (error instanceof NotDecodable) return { outcome: "unreadable" };
    throw error;
  }
}

function opened(image: Image, { width, height }: Size, decode: Decode): Photo {
  return {
    outcome: "opened",
    width,
    height,
    image,
    scale: image.width / width,
    region: (box, sideMax) => decodeRegion(decode, { width, height }, box, sideMax),
  };
}

/** A photo decoded as a whole: regions are cut from its pixels. */
async function openDecoded(whole: Image | undefined, sideMax: number): Promise<Photo | PhotoRejected> {
  if (!whole) return { outcome: "unreadable" };
  const { width, height, channels, data } = whole;
  const decode: Decode = (change) => pixels(change(sharp(data, { raw: { width, height, channels } })), undefined);
  const image = await decode((photo) => resized(photo, fitInside(width, height, sideMax), whole));
  return opened(image, whole, decode);
}

/** sharp throws synchronously for invalid arguments. */
async function fromLibvips<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new NotDecodable("libvips cannot decode the photo", { cause });
  }
}

/**
 * `failOn: "error"`: half a photo is rejected (the missing half may be the face, and the caller should know that the upload broke), but decoder
 * warnings, such as stray bytes between segments, are common in phones' photos.
 */
interface PhotoFile {
  readonly bytes: Uint8Array;
  readonly failOn: "error" | "warning";
}

const endOfImage = Buffer.from("ffd9", "hex");

/**
 * A JPEG without its end marker is complete if every row is there. With an end marker appended, a decoder only warns of missing rows: for such a file a
 * warning counts as a failure.
 */
const ended = (bytes: Uint8Array): PhotoFile =>
  hasEnd(bytes) ? { bytes, failOn: "error" } : { bytes: Buffer.concat([bytes, endOfImage]), failOn: "warning" };

function reader({ bytes, failOn }: PhotoFile, ignoreIcc: boolean): Sharp {
  return sharp(bytes, {
    ignoreIcc,
    failOn,
    limitInputPixels: pixelsMax,
    autoOrient: true,
    pages: 1,
    sequentialRead: true,
  });
}

/** A decoded image this close to the requested size serves the models as well, and is not resized. */
const closeEnough = 15 / 16;

/** @returns undefined for photos that are not much larger than `sideMax`, and for JPEGs that the decoder does not support */
function shrinkJpeg(shrink: Decoders["shrink"], bytes: Uint8Array, side: number, sideMax: number): Image | undefined {
  const eighths = ([1, 2] as const).find((eighths) => (side * eighths) / 8 >= sideMax * closeEnough);
  return eighths && shrink(bytes, eighths);
}

/** @param size of the result, unless the image is smaller */
async function upright(image: Image, orientation = 1, size: Size, colours: MatrixProfile | undefined): Promise<Image> {
  const { width, height, channels, data } = image;
  const isLarger = Math.max(width, height) > Math.max(size.width, size.height);
  if (orientation === 1 && !isLarger) return colours ? toSrgb(image, colours) : image;
  const turned = turn(sharp(data, { raw: { width, height, channels } }), orientation);
  return pixels(isLarger ? turned.resize({ ...size, ...resizing }) : turned, colours);
}

/** EXIF 2.32, 4.6.4 A: some orientations are mirrored first. */
function turn(photo: Sharp, orientation: number): Sharp {
  const mirrored = [2, 4, 5, 7].includes(orientation) ? photo.flop() : photo;
  const degrees = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation];
  return degrees ? mirrored.rotate(degrees) : mirrored;
}

type Decode = (change: (photo: Sharp) => Sharp) => Promise<Image>;

async function decodeRegion(decode: Decode, photo: Size, box: Box, sideMax: number): Promise<Region> {
  const wanted = wholePixels(box, photo);
  const scale = Math.min(1, sideMax / Math.max(wanted.width, wanted.height));
  // Reducing the whole and cutting afterwards lets the decoder shrink on load; cutting first would decode every pixel.
  const size = { width: Math.ceil(photo.width * scale), height: Math.ceil(photo.height * scale) };
  const cut = wholePixels(scaleBox(wanted, size.width / photo.width, size.height / photo.height), size);
  const image = await decode((whole) =>
    resized(whole, size, photo).extract({ left: cut.x, top: cut.y, width: cut.width, height: cut.height }),
  );
  return {
    image,
    box: scaleBox(cut, photo.width / size.width, photo.height / size.height),
    scale: size.width / photo.width,
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const resizing = { fit: "fill", kernel: "cubic" } as const;

function resized(source: Sharp, size: Size, full: Size): Sharp {
  if (size.width === full.width && size.height === full.height) return source;
  return source.resize({ ...size, ...resizing });
}

/** @param colours the photo's profile, if the decoder has not converted it to sRGB */
async function pixels(source: Sharp, colours: MatrixProfile | undefined): Promise<Image> {
  const raw = source.flatten({ background: "white" }).toColourspace("srgb").raw({ depth: "uchar" });
  const { data, info } = await fromLibvips(raw.toBuffer({ resolveWithObject: true }));
  if (info.channels !== 3) throw new Error(`decoded to ${info.channels} channels`);
  const image = { width: info.width, height: info.height, channels: 3, data } as const;
  return colours ? toSrgb(image, colours) : image;
}

function fitInside(width: number, height: number, sideMax: number): Size {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Whole pixels around `box` inside `size`, at least one. */
function wholePixels(box: Box, size: Size): Box {
  const x = Math.max(0, Math.min(size.width - 1, Math.floor(box.x)));
  const y = Math.max(0, Math.min(size.height - 1, Math.floor(box.y)));
  const right = Math.max(x + 1, Math.min(size.width, Math.ceil(box.x + box.width)));
  const bottom = Math.max(y + 1, Math.min(size.height, Math.ceil(box.y + box.height)));
  return { x, y, width: right - x, height: bottom - y };
}
