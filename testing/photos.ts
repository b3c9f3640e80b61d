import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Region } from "sharp";

const folder = join(import.meta.dirname, "../node_modules/@vladmandic/face-api/demo");

/** A crop of one of face-api's sample photos that shows one person, with adjusted brightness, as JPEG. */
async function part(sample: number, area: Region, brightness = 1): Promise<Buffer> {
  const photo = await readFile(join(folder, `sample${sample}.jpg`));
  return sharp(photo).extract(area).modulate({ brightness }).jpeg({ quality: 88 }).toBuffer();
}

/** The woman on the right of sample 6. */
export const reference = await part(6, { left: 1400, top: 80, width: 520, height: 620 });
/** The same woman, with another crop and brightness. */
export const selfie = await part(6, { left: 1340, top: 20, width: 580, height: 580 }, 1.15);
/** Another person: on the right of sample 5. */
export const impostor = await part(5, { left: 1220, top: 260, width: 480, height: 560 });
