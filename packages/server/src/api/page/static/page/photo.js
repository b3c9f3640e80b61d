/** Version 3 takes JPEG and PNG of at most this many bytes; anything else a browser can show is drawn anew as JPEG. */
const mostBytes = 5 * 1024 * 1024;
const redrawnPixels = 2400;

/**
 * A photo ready to send. `name` is the file's own where there is one.
 * @typedef {{ blob: Blob, name: string, url: string, width: number, height: number, redrawn: boolean }} Photo
 */

/**
 * @param {Blob} blob
 * @param {string} name
 * @returns {Promise<Photo>} rejects when the browser cannot read it
 */
export async function readPhoto(blob, name) {
  const fits = ["image/jpeg", "image/png"].includes(blob.type) && blob.size <= mostBytes;
  const ready = fits ? blob : await redraw(blob);
  const url = URL.createObjectURL(ready);
  const image = new Image();
  image.src = url;
  await image.decode();
  const shownName = fits ? name : name.replace(/\.\w+$/, "") + ".jpg";
  return { blob: ready, name: shownName, url, width: image.naturalWidth, height: image.naturalHeight, redrawn: !fits };
}

/** @param {Blob} blob */
async function redraw(blob) {
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, redrawnPixels / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}
