/** Maximum size of a photo in version 3, which accepts JPEG, PNG and WebP. Other images that a browser can show are converted to JPEG. */
const bytesMax = 5 * 1024 * 1024;
const redrawnPixels = 2400;

export type Photo =
  | {
      readonly from: "file";
      readonly blob: Blob;
      readonly name: string;
      /** Object URL for display. */
      readonly url: string;
      readonly width: number;
      readonly height: number;
      /** Whether the photo was converted, because of its format or size. */
      readonly redrawn: boolean;
    }
  /** A URL from which the service downloads the photo. */
  | { readonly from: "url"; readonly address: string };

/** Rejects if the browser cannot read the image. */
export async function readPhoto(blob: Blob, name: string): Promise<Photo> {
  const fits = ["image/jpeg", "image/png", "image/webp"].includes(blob.type) && blob.size <= bytesMax;
  const ready = fits ? blob : await redraw(blob);
  const url = URL.createObjectURL(ready);
  const image = new Image();
  image.src = url;
  await image.decode();
  const shownName = fits ? name : `${name.replace(/\.\w+$/, "")}.jpg`;
  const { naturalWidth: width, naturalHeight: height } = image;
  return { from: "file", blob: ready, name: shownName, url, width, height, redrawn: !fits };
}

async function redraw(blob: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, redrawnPixels / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}
