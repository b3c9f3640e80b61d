import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { QualityIssue } from "@selfsame/face/face";
import type { SpoofParts } from "@selfsame/face/assess/spoof";
import type { Engine, PhotoResult, Wants } from "@selfsame/photo/engine/engine";
import { OperatorError } from "@selfsame/platform/operator-error";
import { openUnfinished } from "../unfinished.ts";
import { startProgress } from "@selfsame/platform/progress";

/** The result of a photo that an evaluation uses. */
export interface Seen {
  readonly path: string;
  readonly outcome: PhotoResult["outcome"];
  readonly faces: number;
  readonly milliseconds: number;
  readonly embedding?: readonly number[];
  /** The probability that the main face is bona fide. */
  readonly live?: number;
  /** The parts that the probability is made from. */
  readonly parts?: SpoofParts;
  /** Quality issues of the main face, if requested. */
  readonly issues?: readonly QualityIssue[];
}

export interface AnalyzeAllOptions {
  readonly engine: Engine;
  /** The number of photos at once. */
  readonly workers: number;
  readonly wants: Wants;
  /** Identifies the models and their settings: state of others is not reused. */
  readonly contract: string;
  /** Where the state of an interrupted run is stored. It contains embeddings, so it is deleted once all photos are analyzed. */
  readonly folder: string;
}

/** Analyzes every photo once, on all workers; continues an interrupted run of the same photos. */
export async function analyzeAll(
  paths: readonly string[],
  options: AnalyzeAllOptions,
): Promise<ReadonlyMap<string, Seen>> {
  const unique = [...new Set(paths)];
  const state = await openUnfinished<Seen>(join(options.folder, `.unfinished-${keyOf(unique, options)}.jsonl`));
  const seen = new Map(state.done.map((one) => [one.path, one]));
  const left = unique.filter((path) => !seen.has(path)).values();
  const progress = startProgress("Looking at photos", unique.length, seen.size);
  const work = async () => {
    for (const path of left) {
      const one = await look(path, options);
      seen.set(path, one);
      await state.add(one);
      progress.step();
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  progress.end();
  await state.remove();
  return seen;
}

async function look(path: string, { engine, wants }: AnalyzeAllOptions): Promise<Seen> {
  const photo = await readFile(path).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  });
  const startedAt = performance.now();
  const result = await engine.analyze(photo, wants);
  const milliseconds = performance.now() - startedAt;
  if (result.outcome !== "analyzed") return { path, outcome: result.outcome, faces: 0, milliseconds };
  const { embedding, spoof, faces } = result;
  return {
    path,
    outcome: "analyzed",
    faces: faces.length,
    milliseconds,
    ...(embedding && { embedding: [...embedding] }),
    ...(faces[0]?.quality && { issues: faces[0].quality.issues }),
    ...(spoof && { live: spoof.live, parts: spoof.parts }),
  };
}

const keyOf = (paths: readonly string[], { wants, contract }: AnalyzeAllOptions) =>
  createHash("sha256")
    .update(JSON.stringify([paths, wants, contract]))
    .digest("hex")
    .slice(0, 12);
