import { basename, dirname, resolve } from "node:path";
import type { ModelEntry } from "@selfsame/face/manifest";

/** Where an entry's file lies: what came from npm in the models folder, an operator's own file where it was put. */
export function modelPath(entry: ModelEntry, manifestPath: string, modelsDir: string): string {
  if ("npm" in entry.source) return resolve(modelsDir, basename(entry.source.file));
  return resolve(dirname(manifestPath), entry.source.path);
}
