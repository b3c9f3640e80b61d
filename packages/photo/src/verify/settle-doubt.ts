import { joined } from "@selfsame/face/compare/embed-face";
import type { Engine, PhotoAnalysis } from "../engine/engine.ts";
import type { Comparison } from "./comparison.ts";
import type { PhotoContext } from "./photo.ts";
import { referenceOf } from "./references.ts";

interface Deps {
  readonly engine: Pick<Engine, "analyze">;
  readonly comparison: Comparison;
}

/** Photos to compare: those of a person, and one more. */
export interface Compared {
  readonly references: readonly PhotoAnalysis[];
  readonly selfie: PhotoAnalysis;
}

/** Runs the second recognizer on all photos if the first leaves a doubt. Otherwise, or if no photo needs it, returns them unchanged. */
export async function settleDoubt(
  { engine, comparison }: Deps,
  { references, selfie }: Compared,
  context: Pick<PhotoContext, "accountId" | "priority" | "signal" | "observe">,
): Promise<Compared> {
  const known = references.flatMap(({ embedding }) => embedding ?? []);
  const waiting = [...references, selfie].some(({ forSecond }) => forSecond !== undefined);
  if (!waiting || !selfie.embedding || known.length === 0) return { references, selfie };
  // The mean of whole embeddings: each part of it is the mean of that part.
  if (comparison.isInDoubt?.(referenceOf(known).embedding, selfie.embedding) !== true) return { references, selfie };
  const ask = async (photo: PhotoAnalysis): Promise<PhotoAnalysis> => {
    const { forSecond, embedding, ...rest } = photo;
    if (!forSecond || !embedding) return photo;
    const bytes = new Uint8Array(forSecond.buffer, forSecond.byteOffset, forSecond.byteLength);
    const result = await engine.analyze(bytes, { second: true }, context);
    if (result.outcome !== "analyzed" || !result.embedding) throw new Error("the second recognizer gave nothing");
    return { ...rest, embedding: joined(embedding, result.embedding) };
  };
  const [last, ...all] = await Promise.all([ask(selfie), ...references.map(ask)]);
  return { references: all, selfie: last };
}
