/** Version 3 takes JPEG, PNG and WebP of at most this many bytes; anything else a browser can show is drawn anew as JPEG. */
const bytesMax = 5 * 1024 * 1024;
const redrawnPixels = 2400;

export type Photo =
  | {
      readonly from: "file";
      readonly blob: Blob;
      readonly name: string;
      /** For showing it. */
      readonly url: string;
      readonly width: number;
      readonly height: number;
      /** It was in another format, or too large. */
      readonly redrawn: boolean;
    }
  /** The service downloads it. */
  | { readonly from: "url"; readonly address: string };

/** Rejects when the browser cannot read it. */
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
