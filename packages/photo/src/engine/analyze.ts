import { apply, around, compose } from "@selfsame/face/plane/affine";
import { alignmentOf, assess, assessQuality, findFaces, type LocatedFace } from "@selfsame/face/analyze";
import type { Pipeline } from "@selfsame/face/compare/pipeline";
import { planCrop } from "@selfsame/face/crop";
import { embedFace, embedFirst, embedSecond } from "@selfsame/face/compare/embed-face";
import { checkBlend } from "@selfsame/face/assess/blend";
import { checkEyes } from "@selfsame/face/assess/eyes";
import type { FivePoints } from "@selfsame/face/face";
import { faceHash } from "@selfsame/face/assess/hashes/face-hash";
import { boundsOf, type Point, scaleBox, scalePoint } from "@selfsame/face/plane/geometry";
import { faceSizeOf, gestureOf } from "@selfsame/face/assess/gestures";
import { estimatePose } from "@selfsame/face/locate/pose";
import { poseFromPoints } from "@selfsame/face/locate/pose-from-points";
import { forget } from "@selfsame/face/pixels/pyramid";
import { sampleImage } from "@selfsame/face/pixels/sample";
import { reflectionOf } from "@selfsame/face/assess/reflection";
import type { Image } from "@selfsame/face/pixels/image";
import { skinOf } from "@selfsame/face/assess/skin";
import { toneOf } from "@selfsame/face/assess/tone";
import { checkSpoof } from "@selfsame/face/assess/spoof";
import sharp from "sharp";
import type { BurstFace, Crop, FoundFace, PhotoResult, Wants } from "./engine.ts";
import { type Decoders, NotDecodable, openPhoto, type Photo } from "../decode/photo.ts";

/**
 * Longest side of the copy in which faces are searched, pixels. A face of a twentieth of the photo is some 50 pixels wide then, which a comparison can
 * use; the models' inputs have 112 to 320 pixels.
 */
export const photoSideMax = 1024;
/** For all pictures of a burst together, at most twelve: each keeps its size. */
const burstSideMax = 12 * 768;

/** One task of a worker: the photo's bytes in, the requested results out. */
export async function analyzePhoto(
  bytes: Uint8Array,
  wants: Wants,
  pipeline: Pipeline,
  decoders?: Decoders,
): Promise<PhotoResult> {
  if (wants.second)
    return { outcome: "analyzed", width: 0, height: 0, faces: [], embedding: await second(bytes, pipeline) };
  const photo = await openPhoto(bytes, wants.burst ? burstSideMax : photoSideMax, decoders, wants);
  if (photo.outcome !== "opened") return photo;
  try {
    if (wants.burst) return await lookAtBurst(photo, wants.burst, pipeline);
    return await (wants.strip ? lookAtStrip(photo, wants.strip, wants, pipeline) : lookAt(photo, wants, pipeline));
  } catch (error) {
    // A region read at full size may be the broken part.
    if (error instanceof NotDecodable) return { outcome: "unreadable" };
    throw error;
  } finally {
    forget(photo.image);
  }
}

/** Copied, because the bytes may begin at any address. */
const second = (bytes: Uint8Array, pipeline: Pipeline): Promise<Float32Array> =>
  embedSecond(new Float32Array(new Uint8Array(bytes).buffer), pipeline);

async function lookAt(photo: Photo, wants: Wants, pipeline: Pipeline): Promise<PhotoResult> {
  const { image, scale, width, height } = photo;
  const located = await findFaces(image, pipeline, searchFor(wants));
  const faces: FoundFace[] = [];
  for (const [i, face] of located.entries()) {
    const { score } = face;
    const found = { box: scaleBox(face.box, 1 / scale), score, landmarks: scalePoints(face.landmarks, 1 / scale) };
    faces.push({ ...found, ...(await assessment(photo, face, i === 0, wants, pipeline)) });
  }
  const [main] = located;
  if (!main) return { outcome: "analyzed", width, height, faces };
  return { outcome: "analyzed", width, height, faces, ...(await details(photo, main, wants, pipeline)) };
}

/** Only the middle picture is searched for the face: in half a second it hardly moves, and the search costs more than all else. */
async function lookAtStrip(photo: Photo, count: number, wants: Wants, pipeline: Pipeline): Promise<PhotoResult> {
  const pictures = picturesIn(photo.image, count);
  const one = pictures[Math.floor(count / 2)] as Image;
  // A copy with memory of its own to free: slice() of a Buffer shares memory.
  const middle = { ...one, data: new Uint8Array(one.data) };
  try {
    const result = await lookAt({ ...photo, image: middle, height: middle.height / photo.scale }, wants, pipeline);
    if (result.outcome !== "analyzed") return result;
    const [face] = result.faces;
    const box = face && scaleBox(face.box, photo.scale);
    return { ...result, strip: pictures.map((picture) => box && reflectionOf(picture, box)) };
  } finally {
    forget(middle);
  }
}

/** Pictures one below the other, as views of the same memory. */
function picturesIn(image: Image, count: number): readonly Image[] {
  const height = Math.floor(image.height / count);
  const rowBytes = image.width * image.channels;
  return Array.from({ length: count }, (_, i): Image => {
    return { ...image, height, data: image.data.subarray(i * height * rowBytes, (i + 1) * height * rowBytes) };
  });
}

/** A picture without a face takes ten times as long: after this many, the rest of a burst is not analyzed. */
const facelessMax = 2;

/** Head pose in some pictures of a burst: landmarks only, and one embedding. */
async function lookAtBurst(
  { image, width, height }: Photo,
  { pictures: count, looked }: NonNullable<Wants["burst"]>,
  pipeline: Pipeline,
): Promise<PhotoResult> {
  const all = picturesIn(image, count);
  // Copies, as for a strip.
  const pictures = looked.map((which) => {
    const part = all[which] as Image;
    return { ...part, data: new Uint8Array(part.data) };
  });
  try {
    const located: { readonly face: LocatedFace | undefined; readonly picture: Image; readonly off: number }[] = [];
    let faceless = 0;
    for (const [i, picture] of pictures.entries()) {
      const [face] = faceless < facelessMax ? await findFaces(picture, pipeline, "main") : [];
      if (!face) faceless++;
      located.push({ face, picture, off: Math.abs(i - (looked.length - 1) / 2) });
    }
    const middle = located.filter(({ face }) => face).toSorted((a, b) => a.off - b.off)[0];
    const embedding =
      middle?.face &&
      (await embedFace(middle.picture, await alignmentOf(middle.picture, middle.face, pipeline), pipeline));
    const way = located.map(({ face, picture }) => face && burstFaceOf(face, picture));
    return { outcome: "analyzed", width, height, faces: [], way, ...(embedding && { embedding }) };
  } finally {
    for (const picture of pictures) forget(picture);
  }
}

function burstFaceOf({ points }: LocatedFace, { width, height }: Image): BurstFace {
  const { yaw, pitch } = poseFromPoints(points);
  return { yaw, pitch, size: faceSizeOf(points) / Math.hypot(width, height) };
}

/** A request for quality also reports the number of faces. */
const searchFor = ({ quality }: Wants) => (quality === undefined ? "main" : "all");

async function assessment(
  { image, scale }: Photo,
  face: LocatedFace,
  isMain: boolean,
  wants: Wants,
  pipeline: Pipeline,
) {
  if (wants.quality === "all") return assess(image, 1 / scale, face, pipeline);
  if (wants.quality !== "main" || !isMain) return {};
  return { quality: await assessQuality(image, 1 / scale, face, pipeline) };
}

async function details(photo: Photo, face: LocatedFace, wants: Wants, pipeline: Pipeline) {
  // The crop first: it is decoded and encoded on other threads, while the models keep this one busy.
  const [crop, looks] = await Promise.all([
    wants.crop ? cut(photo, face) : undefined,
    look(photo, face, wants, pipeline),
  ]);
  return { ...(crop && { crop }), ...looks };
}

async function look(photo: Photo, face: LocatedFace, wants: Wants, pipeline: Pipeline) {
  const { image } = photo;
  const { models, manifest } = pipeline;
  const alignment = () => alignmentOf(image, face, pipeline);
  return {
    ...(wants.embedding === true && { embedding: await embedFace(image, await alignment(), pipeline) }),
    ...(wants.embedding === "first" && (await embedFirst(image, await alignment(), pipeline))),
    ...(wants.spoof && { spoof: await checkSpoof(image, face.box, models.spoof, manifest.models.spoof) }),
    ...(wants.frame && { frame: await frameDetails(photo, face, wants.frame, { models, manifest }) }),
  };
}

async function frameDetails(
  { image, scale }: Photo,
  face: LocatedFace,
  wanted: true | "blend",
  { models, manifest }: Pick<Pipeline, "models" | "manifest">,
) {
  const eyes = await checkEyes(image, face.points, models.eyes, manifest.models.eyes);
  const entry = wanted === "blend" ? manifest.models.blend : undefined;
  return {
    ...(entry && models.blend && { blend: await checkBlend(image, face.points, models.blend, entry) }),
    gesture: gestureOf(face.points, eyes, image),
    pose: await estimatePose(image, face.box, models.pose, manifest.models.pose),
    points: face.points.map(({ x, y }) => ({ x: x / scale, y: y / scale })),
    hash: faceHash(image, face.landmarks),
    skin: skinOf(image, face.points),
    tone: toneOf(image, face.box),
  };
}

/** White padding, where a face at the photo's edge leaves part of the crop empty. */
const surroundLuma = 255;
/** Optimized Huffman codes would save 2 % of the bytes and take twice the time. */
const jpegOptions = { quality: 90, optimiseCoding: false };

/** The optimized crop, decoded again from the full-size photo if that has more detail than the analyzed copy. */
export async function cut(photo: Photo, face: LocatedFace): Promise<Crop> {
  const { toPhoto, size } = planCrop(scalePoints(face.landmarks, 1 / photo.scale));
  const side = Math.hypot(toPhoto.a, toPhoto.b) * size;
  const enough = photo.scale === 1 || side * photo.scale >= size;
  const source = enough
    ? { image: photo.image, scale: photo.scale, box: { x: 0, y: 0 } }
    : await photo.region(boundsOf(cornersOf(size).map((corner) => apply(toPhoto, corner))), size * Math.SQRT2);
  const toSource = around(source.box, { x: 0, y: 0 }, source.scale);
  const pixels = sampleImage(source.image, compose(toSource, toPhoto), size, size, surroundLuma);
  const raw = { width: size, height: size, channels: 3 } as const;
  const jpeg = await sharp(pixels.data, { raw }).jpeg(jpegOptions).toBuffer();
  forget(pixels);
  if (!enough) forget(source.image);
  return { jpeg, width: size, height: size };
}

const cornersOf = (size: number): Point[] => [
  { x: 0, y: 0 },
  { x: size, y: 0 },
  { x: 0, y: size },
  { x: size, y: size },
];

const scalePoints = (points: FivePoints, by: number) =>
  points.map((point) => scalePoint(point, by)) as unknown as FivePoints;
