import type { Box } from "@selfsame/face/plane/geometry";
import { frameFor } from "../guide/framing.ts";
import type { Size } from "../capture/sighting.ts";

export interface Photo extends Size {
  /** image/jpeg */
  readonly blob: Blob;
}

const bytesMax = 400_000;

/** Of a photo that shows the whole frame, and not only the face with its surroundings. */
export interface WholeFrame {
  readonly bytesMax: number;
  readonly longestSidePx: number;
}

/** Tried in this order until the file is small enough: [JPEG quality, scale]. */
const attempts = [
  [0.92, 1],
  [0.86, 1],
  [0.78, 1],
  [0.78, 0.8],
  [0.7, 0.6],
  [0.6, 0.4],
] as const;

/**
 * The photo of a frame: upright, not mirrored, the face with its surroundings, at most 1280 pixels and 400 KB unless the whole is wanted.
 * Runs in a worker and on a page; a canvas knows nothing of the file's metadata, so none is in it.
 */
export async function photoOf(
  source: ImageBitmap | HTMLVideoElement,
  frame: Size,
  face?: Box,
  whole?: WholeFrame,
): Promise<Photo> {
  const { region, size } = whole ? frameFor(frame, undefined, whole.longestSidePx) : frameFor(frame, face);
  for (const [quality, scale] of attempts) {
    const width = Math.round(size.width * scale);
    const height = Math.round(size.height * scale);
    const blob = await jpegOf(source, region, { width, height }, quality);
    if (blob.size <= (whole?.bytesMax ?? bytesMax)) return { blob, width, height };
  }
  throw new Error("the photo is too large");
}

/** What a video shows now. */
export function photoOfVideo(video: HTMLVideoElement, whole?: WholeFrame): Promise<Photo> {
  return photoOf(video, { width: video.videoWidth, height: video.videoHeight }, undefined, whole);
}

export async function jpegOf(source: CanvasImageSource, region: Box, size: Size, quality: number): Promise<Blob> {
  const canvas = canvasOf(size);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, region.x, region.y, region.width, region.height, 0, 0, size.width, size.height);
  if ("convertToBlob" in canvas) return canvas.convertToBlob({ type: "image/jpeg", quality });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no JPEG"))), "image/jpeg", quality);
  });
}

function canvasOf({ width, height }: Size): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}
