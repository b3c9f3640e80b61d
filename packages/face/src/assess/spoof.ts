import { type Affine, around } from "../plane/affine.ts";
import { bezelAround } from "./bezel.ts";
import { edgesAround } from "./edges.ts";
import { type Box, boxAround, centerOf } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { Scale, SpoofEntry, SpoofNetwork } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";

export interface SpoofCheck {
  /** The probability that the face is bona fide, 0 to 1. */
  readonly live: number;
  readonly isSpoof: boolean;
  readonly result: "live" | "unsure" | "attack";
  /** Share of genuine selfies that look less live, 0 to 1. */
  readonly score: number;
  /** Terms of the sum, before weights. */
  readonly parts: SpoofParts;
}

export interface SpoofParts {
  /** Log odds of being live, one a network, capped. */
  readonly odds: readonly number[];
  /** Strength of edges beyond the usual. */
  readonly edges: number;
  readonly bezel: number;
}

/**
 * Judges whether a face is live or a presentation attack, from the face and its surroundings: the edge of a print or a screen is as telling as the face
 * itself. So it needs the photo as taken, not a crop of the face.
 * @param box the detector's box, in pixels of the photo
 * @param models in the order of the entry's networks
 */
export async function checkSpoof(
  image: Image,
  box: Box,
  models: readonly Model[],
  entry: SpoofEntry,
): Promise<SpoofCheck> {
  const odds: number[] = [];
  for (const [i, network] of entry.networks.entries()) {
    const most = network.oddsMax ?? Infinity;
    odds.push(Math.min(Math.max(await liveOdds(image, box, models[i] as Model, network), -most), most));
  }
  const parts: SpoofParts = {
    odds,
    edges: entry.edges ? framed(image, box, entry.edges.usual) : 0,
    bezel: entry.bezel ? bezelAround(image) : 0,
  };
  const sum = weigh(parts, entry);
  const live = 1 / (1 + Math.exp(-sum));
  const isSpoof = live < entry.threshold;
  const result = isSpoof ? (live < entry.attackBelow ? "attack" : "unsure") : "live";
  return { live, isSpoof, result, score: entry.scale ? shareBelow(sum, entry.scale) : live, parts };
}

function weigh({ odds, edges, bezel }: SpoofParts, entry: SpoofEntry): number {
  const around = (entry.edges?.weight ?? 0) * edges + (entry.bezel?.weight ?? 0) * bezel;
  return odds.reduce((sum, one, i) => sum + (entry.networks[i] as SpoofNetwork).weight * one, -around);
}

/** Log odds of being live by one network: log (p / (1 - p)). */
async function liveOdds(image: Image, box: Box, model: Model, network: SpoofNetwork): Promise<number> {
  const { cropScales, input, liveClass } = network;
  const sums: number[] = [];
  for (const scale of cropScales) {
    const logits = outputOf(await model.run(sample(image, spoofCrop(box, scale, image, input), input)), "logits");
    for (const [i, logit] of logits.entries()) sums[i] = (sums[i] ?? 0) + logit / cropScales.length;
  }
  const others = sums.filter((_, i) => i !== liveClass);
  const highest = Math.max(...others);
  const rest = others.reduce((sum, logit) => sum + Math.exp(logit - highest), 0);
  return (sums[liveClass] as number) - highest - Math.log(rest);
}

/** Linear between the points of a rising scale, constant outside. */
function shareBelow(sum: number, scale: Scale): number {
  const after = scale.findIndex(([at]) => at > sum);
  if (after === 0) return (scale[0] as Scale[number])[1];
  const [from, to] = [scale.at(after === -1 ? -1 : after - 1), scale[after]] as [Scale[number], Scale[number]?];
  if (!to) return from[1];
  return from[1] + ((sum - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}

/** Mean strength of the sides. A side outside of the photo counts as usual, so hiding it gains nothing. */
function framed(image: Image, box: Box, usual: number): number {
  return edgesAround(image, box).reduce((sum, side) => sum + side - usual, 0) / 4;
}

/** The box enlarged around its center, at most to the photo's size, then shifted inside (as the model was trained). */
export function spoofCrop(
  box: Box,
  scale: number,
  photo: { readonly width: number; readonly height: number },
  input: { readonly width: number; readonly height: number },
): Affine {
  const factor = Math.min(scale, photo.width / box.width, photo.height / box.height);
  const crop = boxAround(centerOf(box), box.width * factor, box.height * factor);
  const inside = {
    x: Math.min(Math.max(crop.x, 0), photo.width - crop.width) + crop.width / 2,
    y: Math.min(Math.max(crop.y, 0), photo.height - crop.height) + crop.height / 2,
  };
  const middle = { x: input.width / 2, y: input.height / 2 };
  return around(middle, inside, crop.width / input.width, crop.height / input.height);
}
