import { createHash } from "node:crypto";
import type { BurstFace } from "@selfsame/photo/engine/engine";
import { picturesToAnalyze, type MeasuredBurst, type SentBurst } from "./burst.ts";

/** @param looked indices of the pictures to analyze @returns undefined if the file cannot be read */
export type AnalyzeBurst = (
  file: Uint8Array,
  pictures: number,
  looked: readonly number[],
) => Promise<
  | {
      readonly faces: readonly (BurstFace | undefined)[];
      /** Of one of them, if it shows a face. */
      readonly embedding: Float32Array | undefined;
    }
  | undefined
>;

/** @param frameAfterMs capture time of the step's frame @returns undefined if the file cannot be read */
export async function measuredBurst(
  { file, afterMs }: SentBurst,
  frameAfterMs: number,
  look: AnalyzeBurst,
): Promise<MeasuredBurst | undefined> {
  const looked = picturesToAnalyze(afterMs, frameAfterMs);
  const seen = await look(file, afterMs.length, looked);
  return (
    seen && {
      sha256: createHash("sha256").update(file).digest("hex"),
      looked: looked.map((which, i) => ({ afterMs: afterMs[which] as number, face: seen.faces[i] })),
      embedding: seen.embedding,
      frameAfterMs,
    }
  );
}
