import sharp from "sharp";
import { samplePhoto } from "./sample-photos.ts";

const cut = (sample: 1 | 3 | 6, left: number, top: number, width: number, height: number) =>
  sharp(samplePhoto(sample)).extract({ left, top, width, height });

/** The photos of the examples, cut from the sample photos; the names are fictitious. */
const makers: Readonly<Record<string, () => Promise<Buffer>>> = {
  amal: () => cut(3, 960, 60, 440, 540).png().toBuffer(),
  // Taken on another day, with another camera.
  "amal-selfie": () => cut(1, 1306, 54, 515, 534).jpeg({ quality: 85 }).toBuffer(),
  "amal-with-a-friend": () => cut(3, 960, 60, 860, 600).jpeg({ quality: 90 }).toBuffer(),
  bea: () => cut(6, 1350, 130, 480, 600).jpeg({ quality: 90 }).toBuffer(),
  wall: () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: "#8a8377" } })
      .jpeg()
      .toBuffer(),
};

const made = new Map<string, Promise<Buffer>>();

export async function portrait(name: string): Promise<Buffer> {
  const make = makers[name];
  if (!make) throw new Error(`there is no portrait ${name}`);
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}
