import type { Affine } from "../plane/affine.ts";
import { type Box, boxAround, centerOf } from "../plane/geometry.ts";
import { decode } from "./decode.ts";
import { boxInPhoto, type Detection, outside, suppressDetections, viewOf } from "./detect.ts";
import type { Image } from "../pixels/image.ts";
import type { DetectEntry } from "../manifest.ts";
import type { Model } from "../model.ts";
import { sample } from "../pixels/sample.ts";

/** Detections in one view. */
interface View {
  /** With at least the entry's score, best first. */
  readonly found: readonly Detection[];
  /** Also weaker ones, down to a share of that score: places where a closer view may find a face. */
  readonly hints: readonly Hint[];
}

export interface Hint {
  readonly score: number;
  readonly inPhoto: Box;
}

/** A quarter turn of the photo, in radians. */
export type Quarter = (typeof quarters)[number];

/** The views of one photo. The detector runs once for each, whichever pass asks first. */
export interface Views {
  readonly image: Image;
  /** Cost so far, in runs of the detector. */
  readonly spent: number;
  /** Wraps a model so that each of its runs adds `cost`. */
  counted(model: Model, cost: number): Model;
  of(part: Box, angle: number): Promise<View>;
  /** Best score of the half-size photo in each quarter turn. All four share one run, so this is only a hint. */
  quarterScores(): Promise<ReadonlyMap<Quarter, number>>;
}

/** Weaker scores, as a share of the entry's, are noise. A tiny face reaches this much seen from twice as far away. */
const hintShare = 1 / 8;
const quarters = [0, Math.PI / 2, -Math.PI / 2, Math.PI] as const;
/** Share of its tile that a turned photo fills. The border keeps two photos from forming a face. */
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
