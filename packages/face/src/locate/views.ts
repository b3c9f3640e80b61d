import type { Affine } from "../plane/affine.ts";
import { type Box, boxAround, centerOf } from "../plane/geometry.ts";
import { decode } from "./decode.ts";
import { boxInPhoto, type Detection, outside, suppressDetections, viewOf } from "./detect.ts";
import type { Image } from "../pixels/image.ts";
import type { DetectEntry } from "../manifest.ts";
import type { Model } from "../model.ts";
import { sample } from "../pixels/sample.ts";

/** What the detector found in a view. */
interface View {
  /** Of at least the entry's score, best first. */
  readonly found: readonly Detection[];
  /** Also what is below it, down to a share of it: where a closer view may find a face. */
  readonly hints: readonly Hint[];
}

export interface Hint {
  readonly score: number;
  readonly inPhoto: Box;
}

/** A quarter turn of the photo, in radians. */
export type Quarter = (typeof quarters)[number];

/** The views of one photo. The detector runs once on each, whichever pass asks for it. */
export interface Views {
  readonly image: Image;
  /** Runs of the detector, and what else was counted, in runs of the detector. */
  readonly spent: number;
  /** A model whose runs count as that many of the detector's. */
  counted(model: Model, cost: number): Model;
  of(part: Box, angle: number): Promise<View>;
  /** The best score of the photo at half its size in each quarter turn: four turns in one run, so only a hint. */
  quarterScores(): Promise<ReadonlyMap<Quarter, number>>;
}

/** Below this share of the entry's score is noise: a tiny face that its own view shows has as much from twice as far away. */
const hintShare = 1 / 8;
const quarters = [0, Math.PI / 2, -Math.PI / 2, Math.PI] as const;
/** How much of its tile a turned photo fills: the rest is a border, so that no face is made of two photos. */
const filled = 0.9;

export function openViews(image: Image, model: Model, entry: DetectEntry): Views {
  let spent = 0;
  const counted = (one: Model, cost: number): Model => ({
    run(input) {
      spent += cost;
      return one.run(input);
    },
  });
  const detector = counted(model, 1);
  const low = { ...entry, minScore: entry.minScore * hintShare };
  const seen = new Map<string, Promise<View>>();
  let scores: Promise<ReadonlyMap<Quarter, number>> | undefined;

  const detect = async (view: Affine): Promise<View> => {
    const output = await detector.run(sample(image, view, entry.input, outside));
    const candidates = decode(output, low).map((candidate): Detection => ({ ...candidate, view }));
    const likely = candidates.filter(({ score }) => score >= entry.minScore);
    const hints = candidates.map((one) => ({ score: one.score, inPhoto: boxInPhoto(one) }));
    return { found: suppressDetections(likely, entry), hints };
  };

  const scoreQuarters = async () => {
    const { width, height } = entry.input;
    const tile = { ...entry.input, width: width >> 1, height: height >> 1 };
    const center = centerOf({ x: 0, y: 0, width: image.width, height: image.height });
    const part = boxAround(center, image.width / filled, image.height / filled);
    const input = new Float32Array(3 * width * height);
    for (const [i, angle] of quarters.entries()) {
      const at = { x: (i % 2) * tile.width, y: (i >> 1) * tile.height };
      const pixels = sample(image, viewOf(part, angle, { ...entry, input: tile }), tile, outside);
      for (let row = 0; row < 3 * tile.height; row++) {
        const [plane, y] = [Math.floor(row / tile.height), row % tile.height];
        const to = (plane * height + at.y + y) * width + at.x;
        input.set(pixels.subarray(row * tile.width, (row + 1) * tile.width), to);
      }
    }
    const candidates = decode(await detector.run(input), low);
    return new Map(
      quarters.map((angle, i) => {
        const inTile = candidates.filter(({ box }) => {
          const { x, y } = centerOf(box);
          return (x >= tile.width ? 1 : 0) + (y >= tile.height ? 2 : 0) === i;
        });
        return [angle, Math.max(0, ...inTile.map(({ score }) => score))] as const;
      }),
    );
  };

  return {
    image,
    get spent() {
      return spent;
    },
    counted,
    of(part, angle) {
      const key = [part.x, part.y, part.width, part.height, angle].join(" ");
      const known = seen.get(key) ?? detect(viewOf(part, angle, entry));
      seen.set(key, known);
      return known;
    },
    quarterScores: () => (scores ??= scoreQuarters()),
  };
}
