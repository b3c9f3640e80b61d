import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dirname, "../node_modules/@vladmandic/face-api/demo");

/** The six sample photos of face-api: several people each, 1024 pixels on the longer side, JPEGs of 110 to 160 KB. */
export async function smallPhotos(): Promise<Buffer[]> {
  return Promise.all([1, 2, 3, 4, 5, 6].map((n) => jpegOfSize(join(folder, `sample${n}.jpg`), 110_000, 160_000)));
}

/** The same photo as a phone would send it: 4000 x 3000, 12 megapixels, within the limit of 5 MB. */
export async function phonePhoto(): Promise<Buffer> {
  return sharp(join(folder, "sample6.jpg")).resize(4000, 3000, { fit: "cover" }).jpeg({ quality: 88 }).toBuffer();
}

/** Finds the JPEG quality that gives a file between the two sizes. */
async function jpegOfSize(path: string, leastBytes: number, mostBytes: number): Promise<Buffer> {
  const small = sharp(path).resize(1024, 1024, { fit: "inside" });
  for (let quality = 70; quality <= 97; quality += 2) {
    const jpeg = await small.clone().jpeg({ quality }).toBuffer();
    if (jpeg.length >= leastBytes && jpeg.length <= mostBytes) return jpeg;
  }
  throw new Error(`${path}: no JPEG quality gives ${leastBytes} to ${mostBytes} bytes`);
}
