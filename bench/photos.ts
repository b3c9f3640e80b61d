import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Sharp } from "sharp";

const folder = join(import.meta.dirname, "../node_modules/@vladmandic/face-api/demo");

/** Parts of face-api's sample photos that show one person like a selfie: the face takes about a third of the width. */
const people = [
  { sample: 1, left: 187, top: 100 },
  { sample: 3, left: 868, top: 0 },
  { sample: 4, left: 756, top: 0 },
  { sample: 5, left: 1187, top: 130 },
  { sample: 6, left: 1268, top: 40 },
  { sample: 6, left: 42, top: 240 },
] as const;

/** Read here, since the engine forbids sharp to open files. */
const sample = async (n: number): Promise<Sharp> => sharp(await readFile(join(folder, `sample${n}.jpg`)));

/** Selfies of one person each, 1024 pixels on the longer side, JPEGs of 110 to 160 KB. */
export async function selfies(): Promise<Buffer[]> {
  return Promise.all(
    people.map(async ({ sample: n, left, top }) =>
      jpegOfSize((await sample(n)).extract({ left, top, width: 640, height: 800 }), 110_000, 160_000),
    ),
  );
}

/** The uncropped sample photos, in the same size as the selfies: three to six people, each face about a tenth of the width. */
export async function groups(): Promise<Buffer[]> {
  return Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => jpegOfSize(await sample(n), 110_000, 160_000)));
}

/** A selfie as a phone sends it: 3000 x 4000, 12 megapixels, with sensor noise, about 4 MB. */
export async function phoneSelfie(): Promise<Buffer> {
  const { left, top } = people[4];
  const size = { width: 3000, height: 4000 };
  const portrait = (await sample(6)).extract({ left, top, width: 640, height: 800 }).resize({ ...size, fit: "cover" });
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const grain = await sharp({ create: { ...size, channels: 3, background: "grey", noise } })
    .png()
    .toBuffer();
  return portrait
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 93 })
    .toBuffer();
}

/** Finds the JPEG quality that gives a file size in this range. */
async function jpegOfSize(photo: Sharp, bytesMin: number, bytesMax: number): Promise<Buffer> {
  const small = await photo.resize(1024, 1024, { fit: "inside" }).png().toBuffer();
  for (let quality = 70; quality <= 100; quality += 2) {
    const jpeg = await sharp(small).jpeg({ quality }).toBuffer();
    if (jpeg.length >= bytesMin && jpeg.length <= bytesMax) return jpeg;
  }
  throw new Error(`no JPEG quality gives ${bytesMin} to ${bytesMax} bytes`);
}
