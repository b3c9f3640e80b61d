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

/** A face below this share of the frame's width may be a bystander of one that fills the frame and went unseen. */
const convincingWidth = 1 / 8;
const convincingScore = 0.8;
/** A main face as large as a square of this share of the frame's width, 32 of the detector's pixels, needs no closer look: that tells no better who is the largest. */
const plainSide = 1 / 10;
/** From the closest, faces of up to a fifth of the frame are seen; where one of this share was seen before, none is larger. */
const decidingWidth = 1 / 16;
/** Beside one of this share of the frame's width, nobody is looked for who is not seen at the same glance. */
const portraitWidth = 1 / 4;
/** A hint wider than this share of the frame is no face that needs the closest view. */
const closestWidth = 1 / 20;
/** Where nothing convincing was seen, the closest views are of so many places: the most likely one shows nine of ten tiny faces, these show all but one of fifty. */
const closestMax = 3;

/**
 * Finds the faces of a photo that stand upright in it when it is turned by `angle`. The detector sees faces between
 * about 1/30 and 2/3 of its input, so a close-up is looked at from further away and small faces from closer
 * (those only upright: the search would take long, and photos of crowds are not taken lying down). Where nothing convincing is seen, the
 * closest views are only of places where a view from further away has a hint of a face.
 * @param glance where what is seen at a glance turned out to be no face, it must not keep from looking further
 * @param at where a face is known to be and no other is asked for: where that one is no close-up, nobody looks from further away
 * @returns the main face first, the same whatever the search: once one is seen that is large enough, closer looks only
 *   add who counts for less; where none is, all looks are taken
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
  /** From the closest, where the views from further away have a hint of a face, the clearest first. */
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

/** Adds who is seen only from closer, but for anyone more important than the first: that one is the main face already. */
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

/** A box that ends at the edge of a part, where the photo goes on, is a piece of a face that another part shows whole. */
function isWhole(box: Box, part: Box, photo: Image): boolean {
  const margin = 0.02 * part.width;
  return (
    (part.x <= 0 || box.x > part.x + margin) &&
    (part.y <= 0 || box.y > part.y + margin) &&
    (part.x + part.width >= photo.width || box.x + box.width < part.x + part.width - margin) &&
    (part.y + part.height >= photo.height || box.y + box.height < part.y + part.height - margin)
  );
}

/** One face seen from two distances may give boxes of quite different size: mostly covered is the same face, too. */
function isSameFace({ inPhoto: a }: Found, { inPhoto: b }: Found): boolean {
  return overlap(a, b) > 0.3 || sharedArea(a, b) > 0.6 * Math.min(areaOf(a), areaOf(b));
}

/** The parts that have a hint in them, the clearest first. A hint at the edge of a part is whole in the next one. */
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

/** Half of the way from the center of the photo to its corner a face counts for a quarter less than in the center, and no less beyond. */
const away = { counts: 0.75, from: 0.5 };
/** A box that touches the edge, or lies beyond it, counts for less; so does, in part, one that is nearer than this share of its side. */
const cutOff = { counts: 0.85, within: 0.1 };

/**
 * Who is meant in a photo of several people, as an area: the largest, unless somebody more central is nearly as large, or the largest is cut
 * off by the edge. So who stands beside the person in the middle does not count by a nod towards the camera.
 */
export function importanceOf(box: Box, photo: { readonly width: number; readonly height: number }): number {
  const { width, height } = photo;
  const offCenter = distance(centerOf(box), { x: width / 2, y: height / 2 }) / (Math.hypot(width, height) / 2);
  const toEdge = Math.min(box.x, box.y, width - box.x - box.width, height - box.y - box.height);
  const cut = 1 - smoothStep(toEdge / (cutOff.within * Math.sqrt(areaOf(box))));
  return areaOf(box) * (1 - (1 - away.counts) * smoothStep(offCenter / away.from)) * (1 - (1 - cutOff.counts) * cut);
}

/** From 0 at 0 to 1 at 1, level at both: no pixel decides. */
function smoothStep(value: number): number {
  const x = Math.min(1, Math.max(0, value));
  return x * x * (3 - 2 * x);
}

/** The main face first, wherever faces are counted or compared; the others follow by size. */
export function mainFirst<T extends { readonly inPhoto: Box }>(
  found: readonly T[],
  photo: { readonly width: number; readonly height: number },
): T[] {
  const sorted = found.toSorted(falling);
  const importance = new Map(sorted.map((one) => [one, importanceOf(one.inPhoto, photo)]));
  const [main] = sorted.toSorted((a, b) => (importance.get(b) ?? 0) - (importance.get(a) ?? 0));
  return main ? [main, ...sorted.filter((one) => one !== main)] : [];
}
