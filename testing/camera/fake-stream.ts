import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Point } from "@selfsame/face/plane/geometry";
import { type Cover, covered } from "../../packages/photo/testing/photos/covers.ts";
import sharp, { type OutputInfo, type Sharp } from "sharp";

const photos = join(import.meta.dirname, "../../node_modules/@vladmandic/face-api/demo");

/** A person in a sample photo: the face's box, and the extent to the sides and down that shows no other person. */
export interface Person {
  readonly photo: string;
  readonly face: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly left: number;
  readonly right: number;
  /** Centers of the eyes, and the width of one eye. */
  readonly eyes?: { readonly centres: readonly [Point, Point]; readonly width: number };
}

/** Looks at the camera, eyes open. */
export const ana: Person = {
  photo: "sample6.jpg",
  face: { x: 260, y: 485, width: 205, height: 267 },
  left: 40,
  right: 650,
  eyes: {
    centres: [
      { x: 325, y: 607 },
      { x: 427, y: 593 },
    ],
    width: 42,
  },
};
/** Another person who looks at the camera. */
export const eva: Person = {
  photo: "sample3.jpg",
  face: { x: 592, y: 315, width: 209, height: 290 },
  left: 330,
  right: 1060,
};
/** Looks away. */
export const mia: Person = {
  photo: "sample2.jpg",
  face: { x: 361, y: 108, width: 175, height: 302 },
  left: 60,
  right: 800,
};

interface Pose {
  readonly person: Person;
  /** Height of the face in pixels of the frame. */
  readonly faceHeight: number;
  /** Offset of the face's center from the frame's, in pixels. */
  readonly right?: number;
  readonly down?: number;
  readonly turnedDegrees?: number;
  /** Covers the eyes with skin from below, which the detector takes for closed lids. */
  readonly eyesClosed?: boolean;
  readonly cover?: Cover;
}

export interface Scene {
  readonly people: readonly Pose[];
  /** Brightness; 1 is unchanged. */
  readonly light?: number;
  readonly blur?: number;
  readonly frames: number;
}

const frameSize = { width: 1280, height: 720 };

/** Writes a film of 30 frames a second, which Chromium plays as the camera in a loop. The caller removes its folder with `rm`. */
export async function fakeStream(scenes: readonly Scene[], size = frameSize): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "selfsame-stream-")), "camera.mjpeg");
  await writeFilm(path, scenes, size);
  return path;
}

/** Replaces a film by another of the same size: Chromium reads the file again whenever the camera is opened. */
export async function writeFilm(path: string, scenes: readonly Scene[], size = frameSize): Promise<void> {
  const frames: Buffer[] = [];
  for (const scene of scenes) {
    const frame = await frameOf(scene, size);
    for (let i = 0; i < scene.frames; i++) frames.push(frame);
  }
  await writeFile(path, frames);
}

export async function frameOf({ people, light = 1, blur }: Scene, size = frameSize): Promise<Buffer> {
  const layers = await Promise.all(people.map((pose) => layerOf(pose, size)));
  const scene = sharp({ create: { ...size, channels: 3, background: "#8d857c" } }).composite(layers);
  let frame = imageOf(await pixelsOf(scene)).linear(light);
  if (blur !== undefined) frame = frame.blur(blur);
  // 4:2:0, the only chroma subsampling that Chromium reads from a file.
  return frame.jpeg({ quality: 90, chromaSubsampling: "4:2:0" }).toBuffer();
}

/** Pixels between two steps, after sharp has applied all operations so far. */
interface Pixels {
  readonly input: Buffer;
  readonly raw: OutputInfo;
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: info };
}

const imageOf = ({ input, raw }: Pixels): Sharp => sharp(input, { raw });

/**
 * A scene without motion, five frames a second, as Y4M: Chromium takes its rate from the file, but decodes MJPEG at thirty frames a second even if
 * the page requests fewer.
 */
export async function stillOf(scene: Scene, size = frameSize): Promise<Buffer> {
  const jpeg = await frameOf(scene, size);
  const rgb = await sharp(jpeg).raw().toBuffer();
  const header = `YUV4MPEG2 W${size.width} H${size.height} F5:1 Ip A1:1 C420jpeg\nFRAME\n`;
  return Buffer.concat([Buffer.from(header), yuvOf(rgb, size)]);
}

/** ITU-R BT.601, 4:2:0: the luma of each pixel, then the blue and red chroma of every fourth. */
function yuvOf(rgb: Uint8Array, { width, height }: typeof frameSize): Uint8Array {
  const yuv = new Uint8Array(width * height * 1.5);
  let blue = width * height;
  let red = blue * 1.25;
  for (let i = 0; i < width * height; i++) {
    const r = rgb[3 * i] ?? 0;
    const g = rgb[3 * i + 1] ?? 0;
    const b = rgb[3 * i + 2] ?? 0;
    yuv[i] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
    if (i % 2 === 1 || Math.floor(i / width) % 2 === 1) continue;
    yuv[blue++] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
    yuv[red++] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
  }
  return yuv;
}

/** The strip of the photo that shows only this person, scaled and placed. */
async function layerOf(pose: Pose, size: typeof frameSize) {
  const { person, faceHeight, right = 0, down = 0, turnedDegrees = 0 } = pose;
  const path = join(photos, person.photo);
  const { height: photoHeight } = await sharp(path).metadata();
  const scale = faceHeight / person.face.height;
  const whole = pose.eyesClosed ? await withClosedEyes(path, person) : await withCover(path, person, pose.cover);
  const strip = await pixelsOf(
    whole
      .extract({ left: person.left, top: 0, width: person.right - person.left, height: photoHeight })
      .resize({ height: Math.round(photoHeight * scale) }),
  );
  const centre = {
    x: (person.face.x + person.face.width / 2 - person.left) * scale,
    y: (person.face.y + person.face.height / 2) * scale,
  };
  // A canvas with the face in its middle, so that it rotates around the face. Without rotation a smaller canvas is enough.
  const reach = Math.ceil(Math.max(size.width / 2 + Math.abs(right), size.height / 2 + Math.abs(down)));
  const half = turnedDegrees === 0 ? reach : Math.ceil(Math.hypot(size.width, size.height));
  const around = await pixelsOf(
    sharp({ create: { width: 2 * half, height: 2 * half, channels: 4, background: "#0000" } }).composite([
      { ...(await visible(strip, centre, half)), ...cornerOf(centre, half) },
    ]),
  );
  const turned = await pixelsOf(imageOf(around).rotate(turnedDegrees, { background: "#0000" }));
  const left = Math.round(turned.raw.width / 2 - size.width / 2 - right);
  const top = Math.round(turned.raw.height / 2 - size.height / 2 - down);
  return { ...(await pixelsOf(imageOf(turned).extract({ left, top, ...size }))), left: 0, top: 0 };
}

function cornerOf(centre: { x: number; y: number }, half: number) {
  return { left: Math.max(0, Math.round(half - centre.x)), top: Math.max(0, Math.round(half - centre.y)) };
}

/** The part of the strip inside the canvas. */
async function visible(strip: Pixels, centre: { x: number; y: number }, half: number): Promise<Pixels> {
  const { width, height } = strip.raw;
  const left = Math.max(0, Math.round(centre.x - half));
  const top = Math.max(0, Math.round(centre.y - half));
  return pixelsOf(
    imageOf(strip).extract({
      left,
      top,
      width: Math.min(width - left, 2 * half - Math.max(0, Math.round(half - centre.x))),
      height: Math.min(height - top, 2 * half - Math.max(0, Math.round(half - centre.y))),
    }),
  );
}

async function withCover(path: string, { eyes }: Person, cover: Cover | undefined): Promise<Sharp> {
  if (!cover) return sharp(path);
  if (!eyes) throw new Error("where this person's eyes are is not known");
  return sharp(await covered(await readFile(path), cover, eyes.centres));
}

async function withClosedEyes(path: string, { eyes }: Person): Promise<Sharp> {
  if (!eyes) throw new Error("where this person's eyes are is not known");
  const width = Math.round(eyes.width * 1.15);
  const height = Math.round(eyes.width * 0.5);
  const soft = Buffer.from(
    `<svg width="${width}" height="${height}"><filter id="soft"><feGaussianBlur stdDeviation="2"/></filter>` +
      `<ellipse cx="50%" cy="50%" rx="${width / 2 - 3}" ry="${height / 2 - 3}" fill="#fff" filter="url(#soft)"/></svg>`,
  );
  const lids = eyes.centres.map(async ({ x, y }) => {
    const left = Math.round(x - width / 2);
    const top = Math.round(y - height / 2);
    const skin = sharp(path).extract({ left, top: top + Math.round(eyes.width * 0.75), width, height });
    const lid = skin.ensureAlpha().composite([{ input: soft, blend: "dest-in" }]);
    return { ...(await pixelsOf(lid)), left, top };
  });
  return imageOf(await pixelsOf(sharp(path).composite(await Promise.all(lids))));
}
