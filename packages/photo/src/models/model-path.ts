import { basename, dirname, resolve } from "node:path";
import type { ModelEntry } from "@selfsame/face/manifest";
import { defaultManifestPath } from "./default-manifest-path.ts";

/** Path of an entry's file: downloaded files are in the models folder, included ones next to our manifest, an operator's own where the entry says. */
export function modelPath(entry: ModelEntry, manifestPath: string, modelsDir: string): string {
  if ("npm" in entry.source) return resolve(modelsDir, basename(entry.source.file));
  if ("url" in entry.source) return resolve(modelsDir, `${entry.id}.onnx`);
  if ("included" in entry.source) return resolve(dirname(defaultManifestPath), entry.source.included);
  return resolve(dirname(manifestPath), entry.source.path);
}
