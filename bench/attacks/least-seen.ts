import sharp from "sharp";
import { checkBlend } from "../../packages/face/src/assess/blend.ts";
import { modelPath } from "../../packages/photo/src/models/model-path.ts";
import type { ModelSet } from "../../packages/photo/src/models/model-set.ts";
import { loadModel } from "../../packages/photo/src/models/onnx.ts";
import { type Shot, type Swap, swaps } from "../../packages/server/testing/challenge/swap.ts";

/** Log odds that the face in a photo with these landmarks was changed. */
export type Sees = (jpeg: Buffer, points: Shot["points"]) => Promise<number>;

/** Loads only the network for changed faces: an attacker has its file, and knows the face's position. */
export async function networkIn({ manifest, manifestPath, modelsDir }: ModelSet): Promise<Sees> {
  const entry = manifest.models.blend;
  if (!entry) throw new Error("the manifest has no model for changed faces");
  const model = await loadModel(entry, modelPath(entry, manifestPath, modelsDir));
  return async (jpeg, points) => {
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    return checkBlend({ data, width: info.width, height: info.height, channels: 3 }, points, model, entry);
  };
}

/** Twelve variants: three shares, the largest share of the victim first, and four cut-offs. */
export const variantsOf = (swap: Swap): readonly Swap[] =>
  [1, 0.9, 0.8].flatMap((share) => [0.015, 0.02, 0.03, 0.05].map((cutOff) => ({ ...swap, cutOff, share })));

/**
 * Chooses a variant of a frame: the first whose log odds are at most `enough`, or else the one with the lowest. Steps are drawn one at a time, so an
 * attacker searches each frame separately.
 */
export async function leastSeen(
  sees: Sees,
  frame: Shot,
  victim: Shot,
  variants: readonly Swap[],
  seed: number,
  enough: number,
): Promise<Buffer> {
  const make = swaps(frame, victim);
  let best: { readonly jpeg: Buffer; readonly logit: number } | undefined;
  for (const [i, variant] of variants.entries()) {
    const jpeg = await make(variant, seed + 0.01 * i);
    const logit = await sees(jpeg, frame.points);
    if (!best || logit < best.logit) best = { jpeg, logit };
    if (logit <= enough) break;
  }
  if (!best) throw new Error("no variants");
  return best.jpeg;
}
