/** The process that analyzes photos, started by worker-process.ts. Native libraries are loaded at a point where a failure can be reported in a sentence. */
import { nativeLibraryProblem } from "@selfsame/platform/native-library";
import type { FromWorker } from "./messages.ts";

await import("./work.ts").catch((error: unknown) => {
  const problem = nativeLibraryProblem(error);
  if (problem === undefined) throw error;
  const answer: FromWorker = { kind: "unusable", problem: problem.message, processorMs: 0 };
  process.send?.(answer, () => process.exit(1));
});
