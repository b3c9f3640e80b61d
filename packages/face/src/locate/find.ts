import { boxInPhoto, type Detection, suppress } from "./detect.ts";
import { areaOf, type Box, boxAround, centerOf, distance, overlap, sharedArea } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { Hint, Views } from "./views.ts";

/** A detection and its box in the photo. */
export interface Found extends Detection {
  readonly inPhoto: Box;
}

/** `main`: the main face and no other. `all`: also the other faces of the photo, the main one first. */
export type Search = "main" | "all";

/** A smaller face, as a share of the frame's width, may belong to a bystander of one who fills the frame and was missed. */
const convincingWidth = 1 / 8;
const convincingScore = 0.8;
/** A main face at least this large (share of the frame's width, 32 detector pixels) needs no closer view: it is the largest anyway. */
const plainSide = 1 / 10;
/** The closest views find faces of up to a fifth of the frame. If a face of this share is known, they cannot find a larger one. */
const decidingWidth = 1 / 16;
/** Beside a face of this share of the frame's width, only the first view counts. */
const portraitWidth = 1 / 4;
/** A wider hint, as a share of the frame, does not need the closest view. */
const closestWidth = 1 / 20;
/** How many closest views are searched if nothing convincing was found: the likeliest one finds nine of ten tiny faces, three find all but one of fifty. */
const closestMax = 3;

/**
 * Finds the faces that stand upright when the photo is turned by `angle`. The detector finds faces between about 1/30 and 2/3 of its input, so close-ups
 * are searched from further away and small faces from closer. Closer views are only used upright: they take long, and photos of crowds are not taken
 * sideways. If nothing convincing is found, the closest views cover only places where a view from further away has a hint of a face.
 * @param glance `mistaken` if what the first view found was no face: then it does not end the search
 * @param at place of a known face, if no other is wanted: unless it is a close-up, no view from further away is used
 * @returns the main face first, the same for each kind of search: once a large enough face is found, closer views can only add less important ones
 */
export async function find(
  views: Views,
  search: Search,
  angle = 0,
  glance: "trusted" | "mistaken" = "trusted",
  at?: Box,
): Promise<Found[]> {
  const { image } = views;
  const look = async (part: Box): Promise<Found[]> => {
    const { found } = await views.of(part, angle);
    return found
      .map(({ box, view, score }) => ({ box, view, score, inPhoto: boxInPhoto({ box, view, score }) }))
      .filter((one) => isWhole(one.inPhoto, part, image));
  };
  const frame = { x: 0, y: 0, width: image.width, height: image.height };
  const seen = await look(frame);
  const convincing = seen.filter((one) => one.score >= convincingScore);
  const isWide = (share: number) => convincing.some((one) => isWider(one, image, share));
  const isSeen = glance === "trusted" && isWide(convincingWidth);
  if (isSeen && (search === "main" || angle !== 0 || isWide(portraitWidth))) return mainFirst(seen, image);
  if (at && at.width < image.width * portraitWidth) return mainFirst(seen, image);

  const lookThrough = async (n: number): Promise<Found[]> => {
    const found: Found[] = [];
    for (const part of parts(image, n)) found.push(...(await look(part)));
    return suppress(found, isSameFace);
  };
  /** The closest views, where views from further away have hints, the clearest first. */
  const lookAtHints = async (): Promise<Found[]> => {
    const further = await Promise.all([frame, ...parts(image, 2)].map((part) => views.of(part, angle)));
    const hints = further
      .flatMap((view) => view.hints)
      .filter((hint) => hint.inPhoto.width < image.width * closestWidth);
    const found: Found[] = [];
    for (const part of likeliest(parts(image, 4), hints).slice(0, closestMax)) found.push(...(await look(part)));
    return found;
  };
  if (isSeen) return withLesser(mainFirst(seen, image), await lookThrough(2), image);

  const afar = [...seen, ...(await look(boxAround(centerOf(frame), frame.width * 2, frame.height * 2)))];
  const plain = mainFirst(suppress(afar, isSameFace), image);
  if (angle !== 0) return plain;
  const main = plain.slice(0, 1).filter((one) => glance === "trusted" && isPlain(one, image));
  if (main.length > 0 && search === "main") return plain;
  const closer = await lookThrough(2);
  const near = suppress([...afar, ...closer], isSameFace);
  if (main.length > 0) return withLesser(withLesser(main, near, image), await lookThrough(4), image);
  if ([...afar, ...closer].some((one) => isWider(one, image, convincingWidth))) return mainFirst(near, image);
  const isDecided =
    glance === "trusted" && near.some((one) => one.score >= convincingScore && isWider(one, image, decidingWidth));
  if (!isDecided) {
    const isConvinced = glance === "trusted" && near.some(({ score }) => score >= convincingScore);
    const hinted = isConvinced ? [] : await lookAtHints();
    const isNew = (one: Found) => one.score >= convincingScore && !near.some((other) => isSameFace(one, other));
    const closest = isConvinced || hinted.some(isNew) ? await lookThrough(4) : hinted;
    return mainFirst(suppress([...near, ...closest], isSameFace), image);
  }
  const faces = mainFirst(near, image);
  return search === "main" ? faces : withLesser(faces, await lookThrough(4), image);
}

/** Adds faces that only a closer view found, unless they are more important than the first, which is the main face already. */
function withLesser([main, ...rest]: readonly Found[], closer: readonly Found[], photo: Image): Found[] {
  if (!main) return [];
  const known = [main, ...rest];
  const most = importanceOf(main.inPhoto, photo);
  const lesser = closer.filter(
    (one) => !known.some((other) => isSameFace(one, other)) && importanceOf(one.inPhoto, photo) <= most,
  );
  return [main, ...[...rest, ...lesser].toSorted(falling)];
}

const isWider = ({ inPhoto }: Found, { width }: Image, share: number) => inPhoto.width >= width * share;

const isPlain = ({ inPhoto, score }: Found, { width }: Image) =>
  score >= convincingScore && areaOf(inPhoto) >= (plainSide * width) ** 2;

/** A box that ends at the edge of a part, where the photo continues, is a piece of a face that the next part shows whole. */
function isWhole(box: Box, part: Box, photo: Image): boolean {
  const margin = 0.02 * part.width;
  return (
    (part.x <= 0 || box.x > part.x + margin) &&
    (part.y <= 0 || box.y > part.y + margin) &&
    (part.x + part.width >= photo.width || box.x + box.width < part.x + part.width - margin) &&
    (part.y + part.height >= photo.height || box.y + box.height < part.y + part.height - margin)
  );
}

/** Boxes of one face seen from two distances may differ much in size: mostly covered counts as the same face. */
function isSameFace({ inPhoto: a }: Found, { inPhoto: b }: Found): boolean {
  return overlap(a, b) > 0.3 || sharedArea(a, b) > 0.6 * Math.min(areaOf(a), areaOf(b));
}

/** Parts with a hint, the clearest first. A hint at a part's edge is whole in the next part. */
function likeliest(all: readonly Box[], hints: readonly Hint[]): Box[] {
  const edge = 0.05;
  const scored = all.map((part) => {
    const inside = hints.filter(({ inPhoto }) => {
      const { x, y } = centerOf(inPhoto);
      const [right, down] = [(x - part.x) / part.width, (y - part.y) / part.height];
      return Math.min(right, down) > edge && Math.max(right, down) < 1 - edge;
    });
    return { part, score: Math.max(0, ...inside.map(({ score }) => score)) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ part }) => part);
}

/** n x n parts that overlap by a quarter of their size. */
function parts(photo: Image, n: number): Box[] {
  const width = photo.width / (n - (n - 1) / 4);
  const height = photo.height / (n - (n - 1) / 4);
  const steps = Array.from({ length: n }, (_, i) => i * 0.75);
  return steps.flatMap((row) => steps.map((column) => ({ x: column * width, y: row * height, width, height })));
}

const falling = (a: { readonly inPhoto: Box }, b: { readonly inPhoto: Box }) => areaOf(b.inPhoto) - areaOf(a.inPhoto);

/** Faces away from the center count less: a quarter less from half of the way to the corner on. */
const away = { counts: 0.75, from: 0.5 };
/** A box at the photo's edge counts less; so does, in part, one nearer to it than this share of its side. */
const cutOff = { counts: 0.85, within: 0.1 };

/**
 * Weighs which face of a photo is meant, as an area. The largest counts, unless a more central one is nearly as large or the largest is cut off by the
 * edge. So somebody beside the person in the middle does not win by leaning towards the camera.
 */
export function importanceOf(box: Box, photo: { readonly width: number; readonly height: number }): number {
  const { width, height } = photo;
  const offCenter = distance(centerOf(box), { x: width / 2, y: height / 2 }) / (Math.hypot(width, height) / 2);
  const toEdge = Math.min(box.x, box.y, width - box.x - box.width, height - box.y - box.height);
  const cut = 1 - smoothStep(toEdge / (cutOff.within * Math.sqrt(areaOf(box))));
  return areaOf(box) * (1 - (1 - away.counts) * smoothStep(offCenter / away.from)) * (1 - (1 - cutOff.counts) * cut);
}

/** Smooth step from 0 to 1, level at both ends: no single pixel decides. */
function smoothStep(value: number): number {
  const x = Math.min(1, Math.max(0, value));
  return x * x * (3 - 2 * x);
}

/** The main face first, as everywhere that faces are counted or compared; the others by size. */
export function mainFirst<T extends { readonly inPhoto: Box }>(
  found: readonly T[],
  photo: { readonly width: number; readonly height: number },
): T[] {
  const sorted = found.toSorted(falling);
  const importance = new Map(sorted.map((one) => [one, importanceOf(one.inPhoto, photo)]));
  const [main] = sorted.toSorted((a, b) => (importance.get(b) ?? 0) - (importance.get(a) ?? 0));
  return main ? [main, ...sorted.filter((one) => one !== main)] : [];
}
