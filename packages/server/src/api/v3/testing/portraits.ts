import sharp from "sharp";
import { samplePhoto } from "../../../engine/sample-photos.ts";

/** Regions of sample photo 6: four people side by side; the names are made up. Pixels. */
const people = {
  amal: { left: 990, top: 140, width: 500, height: 620 },
  bea: { left: 1350, top: 130, width: 480, height: 600 },
  "amal-with-a-friend": { left: 960, top: 100, width: 900, height: 640 },
} as const;

type Person = keyof typeof people;

const cut = (person: Person) => sharp(samplePhoto(6)).extract(people[person]);

/** The photos of the examples, made from one that is at hand. */
const makers: Readonly<Record<string, () => Promise<Buffer>>> = {
  amal: () => cut("amal").png().toBuffer(),
  // Another moment, as far as one photo can tell: mirrored, smaller, brighter, compressed.
  "amal-selfie": () =>
    cut("amal").flop().resize({ width: 380 }).modulate({ brightness: 1.12 }).jpeg({ quality: 75 }).toBuffer(),
  bea: () => cut("bea").jpeg({ quality: 90 }).toBuffer(),
  "amal-with-a-friend": () => cut("amal-with-a-friend").jpeg({ quality: 90 }).toBuffer(),
  wall: () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: "#8a8377" } })
      .jpeg()
      .toBuffer(),
};

export async function portrait(name: string): Promise<Buffer> {
  const make = makers[name];
  if (!make) throw new Error(`there is no portrait ${name}`);
  return make();
}
