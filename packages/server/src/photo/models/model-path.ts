import { basename, dirname, resolve } from "node:path";
import type { ModelEntry } from "@selfsame/face/manifest";
import { defaultManifestPath } from "./default-manifest-path.ts";

/** Where an entry's file lies: what was fetched in the models folder, what comes with us beside our manifest, an operator's own file where it was put. */
export function modelPath(entry: ModelEntry, manifestPath: string, modelsDir: string): string {
  if ("npm" in entry.source) return resolve(modelsDir, basename(entry.source.file));
  if ("url" in entry.source) return resolve(modelsDir, `${entry.id}.onnx`);
  if ("included" in entry.source) return resolve(dirname(defaultManifestPath), entry.source.included);
  return resolve(dirname(manifestPath), entry.source.path);
}
