import { directionOf, type FlatStep, isDepthStep, nameOf, stepNames, type Task } from "@selfsame/face/assess/gestures";
import type { Point } from "@selfsame/face/plane/geometry";
import sharp, { type Region } from "sharp";
import type { Engine } from "@selfsame/photo/engine/engine";
import { grained } from "./grain.ts";
import { samplePhoto } from "@selfsame/photo/testing/photos/sample-photos";
import { fitHomography, project } from "../../src/liveness/challenge/checks/homography.ts";

/**
 * Frames of people who perform the steps, for tests: warps a sample photo so that it shows what a camera would have recorded. (docs/challenge.md
 * calls this a puppet. The challenge makes such software necessary for an attack; it cannot rule the attack out.)
 */

/** Where one person's head and shoulders are in a sample photo, pixels. */
const people = {
  ada: { file: 5, left: 150, top: 760, width: 640, height: 480 },
  bea: { file: 1, left: 1240, top: 60, width: 640, height: 480 },
} as const;
export type Person = keyof typeof people;

export const frameWidth = 640;
export const frameHeight = 480;

export interface Picture {
  /** RGB rows. */
  readonly data: Buffer;
  /** 68 landmarks. */
  readonly points: readonly Point[];
}

const pictures = new Map<Person, Promise<Picture>>();

/** The person's picture, cached for all tests of this process together with the frames made from it. @param engine with the default models */
export function pictureOf(person: Person, engine: Engine): Promise<Picture> {
  const { file, ...region } = people[person];
  const picture = pictures.get(person) ?? cutOut(samplePhoto(file), region, engine);
  pictures.set(person, picture);
  return picture;
}

/** @param region of the upright photo, with an aspect ratio of 4:3 */
export async function cutOut(photo: Buffer, region: Region, engine: Engine): Promise<Picture> {
  // Rotates first, since sharp would otherwise extract before it rotates.
  const upright = await sharp(photo).autoOrient().toBuffer();
  const cut = sharp(upright).extract(region).resize(frameWidth, frameHeight);
  const data = await cut.removeAlpha().raw().toBuffer();
  const result = await engine.analyze(await jpegOf(data), { frame: true });
  if (result.outcome !== "analyzed" || !result.frame) throw new Error("no face in the part that was cut out");
  return { data, points: result.frame.points };
}

export const jpegOf = (data: Buffer, quality = 92): Promise<Buffer> =>
  sharp(data, { raw: { width: frameWidth, height: frameHeight, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();

const made = new WeakMap<Picture, Map<string, Promise<Buffer>>>();

/** Caches frames: tests need the same ones repeatedly. */
function once(picture: Picture, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const frames = made.get(picture) ?? new Map<string, Promise<Buffer>>();
  made.set(picture, frames);
  const frame = frames.get(key) ?? make();
  frames.set(key, frame);
  return frame;
}

/** The person facing the camera; `moment` makes each frame slightly different, as in a real recording. */
export const neutralFrame = (picture: Picture, moment = 0): Promise<Buffer> =>
  once(picture, `neutral ${moment}`, () =>
    jpegOf(grained(turned(picture, moment, moment / 2), frameWidth, 50 + moment)),
  );

/** @param strength multiple of the movement that is required */
export function stepFrame(picture: Picture, task: Task, moment = 0, strength = 1): Promise<Buffer> {
  const seed = 100 * (1 + stepNames.indexOf(nameOf(task))) + moment;
  return once(picture, JSON.stringify([task, moment, strength]), () =>
    jpegOf(grained(bentFor(picture, task, moment, strength), frameWidth, seed)),
  );
}

/** The head turned by this many degrees more than in the photo; each pair of angles has its own grain. */
export const turnedFrame = (picture: Picture, yaw: number, pitch: number): Promise<Buffer> =>
  jpegOf(grained(turned(picture, yaw, pitch), frameWidth, 900 + 7.3 * yaw + 131 * pitch));

/** The picture with closed lids or widened mouth if the task is a blink or a smile; the head does not move. */
export const expressed = (picture: Picture, task: Task, strength = 1): Buffer =>
  task === "blink" ? blinking(picture) : task === "smile" ? smiling(picture, strength) : picture.data;

/** The same without added grain, as from a simple puppet. */
export const puppetFrame = (picture: Picture, task: Task, moment = 0, strength = 1): Promise<Buffer> =>
  jpegOf(bentFor(picture, task, moment, strength));

function bentFor(picture: Picture, task: Task, moment: number, strength: number): Buffer {
  if (typeof task !== "string") {
    const { right, up } = directionOf(task);
    return turned(picture, -28 * strength * right - moment, 35 * strength * up);
  }
  if (!isDepthStep(task)) return changed[task](picture, moment, strength);
  const { right, up } = directionOf(task);
  return turned(picture, -(34 * strength + moment) * right, (24 * strength + moment) * up);
}

const changed: Readonly<Record<FlatStep, (picture: Picture, moment: number, strength: number) => Buffer>> = {
  blink: (picture, moment) => turned({ ...picture, data: blinking(picture) }, moment, 0),
  smile: (picture, moment, strength) => turned({ ...picture, data: smiling(picture, strength) }, moment, 0),
  move_closer: (picture, moment) => closer(turned(picture, 5 + moment, 3), picture, 1.3),
};

/** A flat portrait in front of the camera: tilted about its vertical and its horizontal axis, degrees, and moved away or nearer. */
export function tiltedFrame({ data }: Picture, yaw: number, pitch: number, nearer = 1): Promise<Buffer> {
  const [y, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const far = 2 * frameWidth;
  const corners = [
    { x: -frameWidth / 2, y: -frameHeight / 2 },
    { x: frameWidth / 2, y: -frameHeight / 2 },
    { x: frameWidth / 2, y: frameHeight / 2 },
    { x: -frameWidth / 2, y: frameHeight / 2 },
  ];
  const seen = corners.map((corner) => {
    const z = -corner.x * Math.sin(y);
    const scale = (far * nearer) / (far + corner.y * Math.sin(p) + z * Math.cos(p));
    return { x: corner.x * Math.cos(y) * scale, y: (corner.y * Math.cos(p) - z * Math.sin(p)) * scale };
  });
  const back = fitHomography(seen, corners);
  if (!back) throw new Error("the portrait is seen from its edge");
  return jpegOf(
    warped(data, ({ x, y: at }) => {
      const from = project(back, { x: x - frameWidth / 2, y: at - frameHeight / 2 });
      return { x: from.x + frameWidth / 2, y: from.y + frameHeight / 2 };
    }),
  );
}

const bump = (x: number, y: number, width: number, height: number): number =>
  Math.exp(-(square(x / width) + square(y / height)) / 2);

const square = (x: number): number => x * x;

const middle = (points: readonly Point[], from: number, to: number): Point => ({
  x: points.slice(from, to).reduce((sum, p) => sum + p.x, 0) / (to - from),
  y: points.slice(from, to).reduce((sum, p) => sum + p.y, 0) / (to - from),
});

/** Distance between the eyes, pixels. */
const unitOf = (points: readonly Point[]): number => {
  const [left, right] = [middle(points, 36, 42), middle(points, 42, 48)];
  return Math.hypot(left.x - right.x, left.y - right.y);
};

/** Turns the picture as if it had depth: a rounded head with a nose. Nearer points move further. */
function turned({ data, points }: Picture, yaw: number, pitch: number): Buffer {
  const unit = unitOf(points);
  const face = middle(points, 27, 36);
  const tip = points[30] as Point;
  const right = Math.sin((yaw * Math.PI) / 180) * unit;
  const up = Math.sin((pitch * Math.PI) / 180) * unit;
  const depth = (x: number, y: number): number =>
    1.1 * bump((x - face.x) / unit, (y - face.y) / unit, 0.85, 1.1) +
    0.4 * bump((x - tip.x) / unit, (y - tip.y) / unit, 0.2, 0.32);
  return warped(data, (to) => {
    // The wall behind does not move.
    if (Math.hypot((to.x - face.x) / 3, (to.y - face.y) / 3.8) > unit) return to;
    // Finds the pixel that the depth moved to this place, by iteration.
    let { x, y } = to;
    for (let i = 0; i < 5; i++) {
      const z = depth(x, y);
      [x, y] = [to.x - z * right, to.y + z * up];
    }
    return { x, y };
  });
}

/** Closes the lids: draws the skin above each eye down over it. */
function blinking({ data, points }: Picture): Buffer {
  const eyes = [points.slice(36, 42), points.slice(42, 48)].map((eye) => {
    const ys = eye.map(({ y }) => y);
    const width = Math.abs((eye[3] as Point).x - (eye[0] as Point).x);
    return { centre: middle(eye, 0, 6), bottom: Math.max(...ys), opening: Math.max(...ys) - Math.min(...ys), width };
  });
  return warped(data, (to) => {
    const from = { ...to };
    for (const { centre, bottom, opening, width } of eyes) {
      const across = bump((to.x - centre.x) / width, 0, 0.42, 1);
      const above = bottom + 0.15 * opening - to.y;
      const reach = opening * 1.9;
      if (above < 0 || above > reach * 1.6) continue;
      // Skin from above the eye fills it; further up the shift decreases to zero.
      from.y -= across * opening * 1.35 * Math.min(1, (reach * 1.6 - above) / reach);
    }
    return from;
  });
}

/** Moves the corners of the mouth apart and slightly up. */
function smiling({ data, points }: Picture, strength: number): Buffer {
  const unit = unitOf(points);
  const mouth = middle(points, 48, 68);
  return warped(data, (to) => {
    const [dx, dy] = [(to.x - mouth.x) / unit, (to.y - mouth.y) / unit];
    const near = bump(dx, dy, 0.62, 0.3) * strength;
    return { x: to.x - near * 0.6 * dx * unit, y: to.y + near * 0.35 * dx * dx * unit };
  });
}

function closer(data: Buffer, { points }: Picture, times: number): Buffer {
  const face = middle(points, 27, 36);
  const keep = {
    x: Math.min(Math.max(face.x, 200), frameWidth - 200),
    y: Math.min(Math.max(face.y, 180), frameHeight - 180),
  };
  return warped(data, ({ x, y }) => ({ x: keep.x + (x - keep.x) / times, y: keep.y + (y - keep.y) / times }));
}

/** Each pixel of the result is interpolated from the place that `source` returns; gray if that is outside. */
function warped(data: Buffer, source: (to: Point) => Point): Buffer {
  const out = Buffer.alloc(data.length, 118);
  for (let y = 0; y < frameHeight; y++) {
    for (let x = 0; x < frameWidth; x++) {
      const from = source({ x, y });
      const [left, top] = [Math.floor(from.x), Math.floor(from.y)];
      if (left < 0 || top < 0 || left >= frameWidth - 1 || top >= frameHeight - 1) continue;
      const [fx, fy] = [from.x - left, from.y - top];
      const [here, below] = [(top * frameWidth + left) * 3, ((top + 1) * frameWidth + left) * 3];
      for (let channel = 0; channel < 3; channel++) {
        const upper = value(data, here + channel) * (1 - fx) + value(data, here + channel + 3) * fx;
        const lower = value(data, below + channel) * (1 - fx) + value(data, below + channel + 3) * fx;
        out[(y * frameWidth + x) * 3 + channel] = upper * (1 - fy) + lower * fy;
      }
    }
  }
  return out;
}

const value = (data: Buffer, at: number): number => data[at] as number;

/** The parts as the API names them: the selfie, and a frame for each step, for any number of steps. */
export function photosOf(
  selfie: Buffer,
  frames: readonly Buffer[],
): { readonly selfie: Buffer; readonly [frame: `frame_${number}`]: Buffer } {
  const named = frames.map((frame, i) => [`frame_${i + 1}`, frame] as const);
  return { selfie, ...Object.fromEntries(named) };
}
