import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const root = join(import.meta.dirname, "../../../../node_modules/@vladmandic/face-api/demo");

/**
 * Photos for tests, 1 to 6, all of people, from a development dependency. Returned as bytes, since the service forbids its process to open photos by
 * path.
 */
export const samplePhoto = (number: 1 | 2 | 3 | 4 | 5 | 6): Buffer => readFileSync(join(root, `sample${number}.jpg`));

/** One of those people alone, as a small JPEG that is fast to analyze. */
export async function samplePortrait(): Promise<Uint8Array> {
  return sharp(samplePhoto(3)).extract({ left: 377, top: 110, width: 634, height: 700 }).resize(317).jpeg().toBuffer();
}
