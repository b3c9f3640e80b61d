import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { focusOf } from "../../packages/camera/src/detector/focus.ts";
import { hasOpenEyes, isFrontal, steps } from "../../packages/face/src/assess/gestures.ts";
import { scalePoint } from "../../packages/face/src/plane/geometry.ts";
import type { Engine, FoundFace, FrameDetails } from "../../packages/photo/src/engine/engine.ts";
import {
  cutOut,
  neutralFrame,
  type Picture,
  pictureOf,
  stepFrame,
} from "../../packages/server/testing/challenge/perform.ts";

export interface Photo {
  readonly name: string;
  readonly jpeg: Buffer;
  readonly frame: FrameDetails;
  readonly box: FoundFace["box"];
  readonly width: number;
  readonly height: number;
  /** See focus.ts of the camera. */
  readonly focus: number;
}

/** A victim, or another person who takes part. */
export interface Person {
  readonly name: string;
  /** Looks at the camera with open eyes: the least that an attacker has. */
  readonly still: Photo;
  /** The same photo, cropped for warping. */
  readonly picture: Picture;
  /** Other photos of the person, such as frames of a video. */
  readonly others: readonly Photo[];
}

/** @param folder a folder for each person's photos, or photos of one different person each; without it, the two people in the sample photos */
export async function readPeople(engine: Engine, folder: string | undefined): Promise<readonly Person[]> {
  if (folder === undefined) return Promise.all(["ada" as const, "bea" as const].map((name) => sampled(engine, name)));
  const byPerson = new Map<string, string[]>();
  for (const path of globSync("**/*.{jpg,jpeg,png}", { cwd: folder }).toSorted()) {
    const person = dirname(path) === "." ? path : dirname(path);
    byPerson.set(person, [...(byPerson.get(person) ?? []), path]);
  }
  const people: Person[] = [];
  for (const [name, paths] of byPerson) {
    const found = await Promise.all(
      paths.map(async (path) => photoOf(engine, path, await asSent(readFileSync(join(folder, path))))),
    );
    const photos = found.filter((photo) => photo !== undefined);
    const still = photos.find(({ frame }) => isFrontal(frame.gesture) && hasOpenEyes(frame.gesture));
    const picture = still && (await pictureIn(engine, still));
    if (!still || !picture) continue;
    people.push({ name, still, picture, others: photos.filter((photo) => photo !== still) });
  }
  return people;
}

/** The largest size that the camera sends. */
const sentPx = 1280;

async function asSent(photo: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  if (Math.max(width, height) <= sentPx) return photo;
  return sharp(photo).autoOrient().resize(sentPx, sentPx, { fit: "inside" }).jpeg({ quality: 92 }).toBuffer();
}

/** A person in the sample photos, with one photo: the frames that stand for a video are warped from it, each with its own grain. */
async function sampled(engine: Engine, name: "ada" | "bea"): Promise<Person> {
  const picture = await pictureOf(name, engine);
  const photo = async (of: string, jpeg: Promise<Buffer>) => photoOf(engine, `${name} ${of}`, await jpeg);
  const still = await photo("still", neutralFrame(picture));
  if (!still) throw new Error(`no face in the sample photo of ${name}`);
  const others = await Promise.all(steps.map((step) => photo(step, stepFrame(picture, step, 2, 1.1))));
  return { name, still, picture, others: others.filter((other) => other !== undefined) };
}

async function photoOf(engine: Engine, name: string, jpeg: Buffer): Promise<Photo | undefined> {
  const result = await engine.analyze(jpeg, { frame: true });
  const face = result.outcome === "analyzed" ? result.faces[0] : undefined;
  if (result.outcome !== "analyzed" || !result.frame || !face) return undefined;
  const { width, height, frame } = result;
  return { name, jpeg, frame, box: face.box, width, height, focus: await focusIn(jpeg, face) };
}

/** The focus as the camera measures it: in a frame of 640 pixels. */
async function focusIn(jpeg: Buffer, { landmarks }: FoundFace): Promise<number> {
  const upright = await sharp(jpeg).autoOrient().toBuffer({ resolveWithObject: true });
  const scale = Math.min(1, seenPx / Math.max(upright.info.width, upright.info.height));
  const small = sharp(upright.data).resize(Math.round(upright.info.width * scale));
  const { data, info } = await small.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, channels: 3 } as const;
  const [a, b, c, d, e] = landmarks;
  const at = (point: typeof a) => scalePoint(point, scale);
  return focusOf(image, [at(a), at(b), at(c), at(d), at(e)]);
}

const seenPx = 640;

/** Start of a side of this length, centered as far as the photo allows. */
const within = (middle: number, side: number, most: number): number =>
  Math.round(Math.max(0, Math.min(middle - side / 2, most - side)));

/** Crops the face with the margin that a camera shows, if the photo has it. */
async function pictureIn(engine: Engine, { jpeg, box, width, height }: Photo): Promise<Picture | undefined> {
  const tall = Math.floor(Math.min(height, width * 0.75, 2.4 * box.height));
  const wide = Math.floor((tall * 4) / 3);
  const left = within(box.x + box.width / 2, wide, width);
  const top = within(box.y + box.height / 2, tall, height);
  return cutOut(jpeg, { left, top, width: wide, height: tall }, engine).catch(() => undefined);
}

/** The still and other frontal photos, cropped for warping: each a separate photograph. */
export async function picturesOf(engine: Engine, { picture, others }: Person): Promise<readonly Picture[]> {
  const frontal = others.filter(({ frame }) => isFrontal(frame.gesture) && hasOpenEyes(frame.gesture)).slice(0, 3);
  const cut = await Promise.all(frontal.map((photo) => pictureIn(engine, photo)));
  return [picture, ...cut.filter((one) => one !== undefined)];
}
