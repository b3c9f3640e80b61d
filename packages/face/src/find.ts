import { boxInPhoto, type Detection, detectThrough, suppress, viewOf } from "./detect.ts";
import { areaOf, type Box, boxAround, centreOf, clip, overlap, sharedArea } from "./geometry.ts";
import type { Image } from "./image.ts";
import type { DetectEntry } from "./manifest.ts";
import type { Model } from "./model.ts";

/** A detection and its box in the photo. */
export interface Found extends Detection {
  readonly inPhoto: Box;
}

/**
 * `main`: the main face and no other. `beside`: whoever is seen at the same glance, too; it stops as soon as a convincing
 * face was seen, for whoever else is in the photo is smaller. `all` also looks closer, at overlapping parts of the photo,
 * for faces that are small in it.
 */
export type Search = "main" | "beside" | "all";

/** A face below this share of the frame's width may be a bystander of one that fills the frame and went unseen. */
const CONVINCING_WIDTH = 1 / 8;
const CONVINCING_SCORE = 0.8;

/**
 * Finds the faces of a photo that stand upright in it when it is turned by `angle`. The detector sees faces between
 * about 1/30 and 2/3 of its input, so a close-up is looked at from further away and small faces from closer
 * (those only upright: the search would take long, and photos of crowds are not taken lying down).
 * @returns the main face first, then by size
 */
export async function find(
  image: Image,
  model: Model,
  entry: DetectEntry,
  search: Search,
  angle = 0,
): Promise<Found[]> {
  const look = async (part: Box): Promise<Found[]> => {
    const found = await detectThrough(image, viewOf(part, angle, entry), model, entry);
    return found
      .map(({ box, view, score }) => ({ box, view, score, inPhoto: boxInPhoto({ box, view, score }) }))
      .filter((one) => isWhole(one.inPhoto, part, image));
  };
  const frame = { x: 0, y: 0, width: image.width, height: image.height };
  const found = await look(frame);
  if (search !== "all" && found.some((one) => isConvincing(one, image))) return byImportance(found, image);

  found.push(...(await look(boxAround(centreOf(frame), frame.width * 2, frame.height * 2))));
  // A smaller face is not looked for where one was found already, unless all are asked for.
  const enough = angle !== 0 || (search !== "all" && found.length > 0);
  for (const n of enough ? [] : [2, 4]) {
    if (n === 4 && found.some((one) => isLarge(one, image))) break;
    for (const part of parts(image, n)) found.push(...(await look(part)));
  }
  return byImportance(suppress(found, isSameFace), image);
}

const isLarge = ({ inPhoto }: Found, { width }: Image) => inPhoto.width >= width * CONVINCING_WIDTH;
const isConvincing = (one: Found, image: Image) => one.score >= CONVINCING_SCORE && isLarge(one, image);

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

/** The detector knows a side to about a tenth: faces whose visible area is within this share of the largest are equally large. */
const TIE = 0.75;

/** The largest face first, of equally large ones the most central; the others by size. */
export function byImportance<T extends { readonly inPhoto: Box }>(
  found: readonly T[],
  photo: { readonly width: number; readonly height: number },
): T[] {
  const visible = (one: T) => areaOf(clip(one.inPhoto, photo));
  const offCentre = (one: T) => {
    const { x, y } = centreOf(one.inPhoto);
    return Math.hypot(x - photo.width / 2, y - photo.height / 2);
  };
  const bySize = found.toSorted((a, b) => visible(b) - visible(a));
  const [largest] = bySize;
  if (!largest) return [];
  const tied = bySize.filter((one) => visible(one) >= TIE * visible(largest));
  const main = tied.reduce((best, one) => (offCentre(one) < offCentre(best) ? one : best));
  return [main, ...bySize.filter((one) => one !== main)];
}
