import { readFile } from "node:fs/promises";
import { alignmentOf, findFaces, type Pipeline } from "@selfsame/face/analyze";
import { embedRaw, joined } from "@selfsame/face/compare/embed-face";
import { photoSideMax } from "../../engine/analyze.ts";
import { openPhoto } from "../../decode/photo.ts";
import { startProgress } from "../evaluate/progress.ts";

/** What the embedding model makes of the main face of each photo, not normalised; of two, the second's numbers after the first's. Photos without a face are left out. */
export async function embedPhotos(paths: readonly string[], pipeline: Pipeline): Promise<Map<string, Float32Array>> {
  const progress = startProgress("Looking at photos", paths.length);
  const vectors = new Map<string, Float32Array>();
  for (const path of paths) {
    const photo = await openPhoto(await readFile(path), photoSideMax);
    const [face] = photo.outcome === "opened" ? await findFaces(photo.image, pipeline, "main") : [];
    if (photo.outcome === "opened" && face) {
      const [first, second] = await embedRaw(photo.image, await alignmentOf(photo.image, face, pipeline), pipeline);
      vectors.set(path, second ? joined(first, second) : first);
    }
    progress.step();
  }
  progress.end();
  return vectors;
}
