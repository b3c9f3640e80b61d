import { readFile } from "node:fs/promises";
import { codeOf } from "@selfsame/server/features/batches/compare-item";
import type { ItemCode } from "@selfsame/server/features/batches/item-result";
import { judgeItem } from "@selfsame/server/features/batches/judge-item";
import { type ResultRow, rowOf } from "@selfsame/server/features/batches/results";
import type { Engine, PhotoAnalysis } from "@selfsame/photo/engine/engine";
import { startProgress } from "@selfsame/platform/progress";
import { photoBytesMax } from "@selfsame/photo/images/limits";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import type { LocalItem } from "./local-item.ts";
import type { ResultsFile } from "./results-file.ts";

export interface CompareFilesDeps {
  readonly engine: Engine;
  readonly comparison: Comparison;
  readonly threshold: number;
  /** The number of comparisons at once. */
  readonly concurrency: number;
}

export interface Counts {
  readonly match: number;
  readonly noMatch: number;
  readonly failed: number;
}

/** Compares every item that has no result yet. @returns the number of results by kind */
export async function compareFiles(
  deps: CompareFilesDeps,
  items: readonly LocalItem[],
  results: ResultsFile,
): Promise<Counts> {
  const counts = { match: 0, noMatch: 0, failed: 0 };
  const progress = startProgress("Comparing", items.length, results.done);
  const left = [...items.entries()].slice(results.done).values();
  const work = async () => {
    for (const [index, item] of left) {
      const row = await compareOne(deps, item);
      counts[row.status === "failed" ? "failed" : row.match ? "match" : "noMatch"]++;
      await results.write(index, row);
      progress.step();
    }
  };
  await Promise.all(Array.from({ length: deps.concurrency }, work));
  progress.end();
  return counts;
}

async function compareOne(deps: CompareFilesDeps, { id, references, selfie }: LocalItem): Promise<ResultRow> {
  const failed = (code: ItemCode | "file_unreadable", param: string): ResultRow => ({
    ...rowOf(id, { status: "failed", code: "internal_error", param }),
    code,
  });
  const results = await Promise.all([...references, selfie].map((path) => analyzeFile(deps.engine, path)));
  const analyzed: PhotoAnalysis[] = [];
  for (const [index, result] of results.entries()) {
    if (typeof result === "string") return failed(result, index < references.length ? "reference" : "selfie");
    analyzed.push(result);
  }
  const judged = judgeItem(deps.comparison, analyzed.slice(0, -1), analyzed.at(-1), deps.threshold);
  return judged.outcome === "judged" ? rowOf(id, judged.result) : failed("no_face", judged.photo);
}

async function analyzeFile(engine: Engine, path: string): Promise<PhotoAnalysis | ItemCode | "file_unreadable"> {
  let photo: Buffer;
  try {
    photo = await readFile(path);
  } catch {
    // Deleted or locked since the list was checked: the item's line reports it, and the others continue.
    return "file_unreadable";
  }
  if (photo.length > photoBytesMax) return "file_too_large";
  // No caller waits for a single result, so the photos have batch priority.
  const result = await engine.analyze(photo, { embedding: true }, { priority: "batch" });
  return result.outcome === "analyzed" ? result : codeOf(result.outcome);
}
