import { boxInPhoto, type Detection, detectThrough, suppress, viewOf } from "./detect.ts";
import { areaOf, type Box, boxAround, centreOf, distance, overlap, sharedArea } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { DetectEntry } from "../manifest.ts";
import type { Model } from "../model.ts";

/** A detection and its box in the photo. */
export interface Found extends Detection {
  readonly inPhoto: Box;
}

/** `main`: the main face and no other. `all`: whoever is in the photo with it, the same face first. */
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

/**
 * Finds the faces of a photo that stand upright in it when it is turned by `angle`. The detector sees faces between
 * about 1/30 and 2/3 of its input, so a close-up is looked at from further away and small faces from closer
 * (those only upright: the search would take long, and photos of crowds are not taken lying down).
 * @param glance where what is seen at a glance turned out to be no face, it must not keep from looking further
 * @param at where a face is known to be and no other is asked for: where that one is no close-up, nobody looks from further away
 * @returns the main face first, the same whatever the search: once one is seen that is large enough, closer looks only
 *   add who is smaller; where none is, all looks are taken
 */
export async function find(
  image: Image,
  model: Model,
  entry: DetectEntry,
  search: Search,
  angle = 0,
  glance: "trusted" | "mistaken" = "trusted",
  at?: Box,
): Promise<Found[]> {
  const look = async (part: Box): Promise<Found[]> => {
    const found = await detectThrough(image, viewOf(part, angle, entry), model, entry);
    return found
      .map(({ box, view, score }) => ({ box, view, score, inPhoto: boxInPhoto({ box, view, score }) }))
      .filter((one) => isWhole(one.inPhoto, part, image));
  };
  const frame = { x: 0, y: 0, width: image.width, height: image.height };
  const seen = await look(frame);
  const convincing = seen.filter((one) => one.score >= convincingScore);
  const isWide = (share: number) => convincing.some((one) => isWider(one, image, share));
  const isSeen = glance === "trusted" && isWide(convincingWidth);
  if (isSeen && (search === "main" || angle !== 0 || isWide(portraitWidth))) return bySize(seen, image);
  if (at && at.width < image.width * portraitWidth) return bySize(seen, image);

  const lookThrough = async (n: number): Promise<Found[]> => {
    const found: Found[] = [];
    for (const part of parts(image, n)) found.push(...(await look(part)));
    return suppress(found, isSameFace);
  };
  if (isSeen) return withSmaller(bySize(seen, image), await lookThrough(2));

  const afar = [...seen, ...(await look(boxAround(centreOf(frame), frame.width * 2, frame.height * 2)))];
  const plain = bySize(suppress(afar, isSameFace), image);
  if (angle !== 0) return plain;
  const main = plain.slice(0, 1).filter((one) => glance === "trusted" && isPlain(one, image));
  if (main.length > 0 && search === "main") return plain;
  const closer = await lookThrough(2);
  const near = suppress([...afar, ...closer], isSameFace);
  if (main.length > 0) return withSmaller(withSmaller(main, near), await lookThrough(4));
  if ([...afar, ...closer].some((one) => isWider(one, image, convincingWidth))) return bySize(near, image);
  const isDecided =
    glance === "trusted" && near.some((one) => one.score >= convincingScore && isWider(one, image, decidingWidth));
  if (!isDecided) return bySize(suppress([...near, ...(await lookThrough(4))], isSameFace), image);
  const faces = bySize(near, image);
  return search === "main" ? faces : withSmaller(faces, await lookThrough(4));
}

/** Adds who is seen only from closer, but for anyone larger than the first: that one is the main face already. */
function withSmaller([main, ...rest]: readonly Found[], closer: readonly Found[]): Found[] {
  if (!main) return [];
  const known = [main, ...rest];
  const smaller = closer.filter((one) => !known.some((other) => isSameFace(one, other)) && falling(main, one) <= 0);
  return [main, ...[...rest, ...smaller].toSorted(falling)];
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

/** n x n parts that overlap by a quarter of their size. */
function parts(photo: Image, n: number): Box[] {
  const width = photo.width / (n - (n - 1) / 4);
  const height = photo.height / (n - (n - 1) / 4);
  const steps = Array.from({ length: n }, (_, i) => i * 0.75);
  return steps.flatMap((row) => steps.map((column) => ({ x: column * width, y: row * height, width, height })));
}

/** The detector knows a side to about a twenty-fifth: faces whose area is within this share of the largest are equally large. */
const tie = 0.925;

const falling = (a: { readonly inPhoto: Box }, b: { readonly inPhoto: Box }) => areaOf(b.inPhoto) - areaOf(a.inPhoto);

/**
 * The main face first, wherever faces are counted or compared: the largest, of equally large ones the most central, whose box is
 * given the size of the largest: whoever sorts the boxes by size has it first, too. The others follow by size.
 */
export function bySize<T extends { readonly inPhoto: Box }>(
  found: readonly T[],
  photo: { readonly width: number; readonly height: number },
): T[] {
  const offCentre = ({ inPhoto }: T) => distance(centreOf(inPhoto), { x: photo.width / 2, y: photo.height / 2 });
  const sorted = found.toSorted(falling);
  const [largest] = sorted;
  if (!largest) return [];
  const tied = sorted.filter((one) => areaOf(one.inPhoto) >= tie * areaOf(largest.inPhoto));
  const main = tied.reduce((best, one) => (offCentre(one) < offCentre(best) ? one : best));
  if (main === largest) return sorted;
  // A thousandth more: callers get rounded numbers.
  const scale = 1.001 * Math.sqrt(areaOf(largest.inPhoto) / areaOf(main.inPhoto));
  const { width, height } = main.inPhoto;
  const inPhoto = boxAround(centreOf(main.inPhoto), width * scale, height * scale);
  return [{ ...main, inPhoto }, ...sorted.filter((one) => one !== main)];
}
