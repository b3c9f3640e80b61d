import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { alignmentOf, findFaces } from "@selfsame/face/analyze";
import type { Pipeline } from "@selfsame/face/compare/pipeline";
import { embedRaw, joined } from "@selfsame/face/compare/embed-face";
import { photoSideMax } from "@selfsame/photo/engine/analyze";
import { openPhoto } from "@selfsame/photo/decode/photo";
import { startProgress } from "@selfsame/platform/progress";
import { openUnfinished } from "../unfinished.ts";

/** Embeddings of photos, keyed by path, not normalized; with two models, the second's numbers after the first's. */
export interface EmbeddedPhotos {
  /** Photos without a face are left out. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Deletes the state kept for an interruption. Call it once the vectors are no longer needed. */
  readonly forget: () => Promise<void>;
}

interface Embedded {
  /** SHA-256 of the photo's file. */
  readonly photo: string;
  /** Base64; null if no face was found. */
  readonly vector: string | null;
}

/**
 * Embeds the main face of each photo once. Continues an interrupted run, even if that had other photos.
 * @param folder where the state of an interrupted run is stored
 */
export async function embedPhotos(
  paths: readonly string[],
  pipeline: Pipeline,
  folder: string,
): Promise<EmbeddedPhotos> {
  const state = await openUnfinished<Embedded>(join(folder, `.embedded-${contractOf(pipeline)}.jsonl`));
  const known = new Map(state.done.map(({ photo, vector }) => [photo, vector]));
  const progress = startProgress("Looking at photos", paths.length);
  const vectors = new Map<string, Float32Array>();
  for (const path of paths) {
    const bytes = await readFile(path);
    const photo = createHash("sha256").update(bytes).digest("hex");
    if (!known.has(photo)) {
      const vector = await embedMainFace(bytes, pipeline);
      known.set(photo, vector ? Buffer.from(vector.buffer).toString("base64") : null);
      await state.add({ photo, vector: known.get(photo) ?? null });
    }
    const vector = known.get(photo);
    if (vector) vectors.set(path, new Float32Array(Uint8Array.from(Buffer.from(vector, "base64")).buffer));
    progress.step();
  }
  progress.end();
  return { vectors, forget: state.remove };
}

async function embedMainFace(bytes: Buffer, pipeline: Pipeline): Promise<Float32Array | undefined> {
  const photo = await openPhoto(bytes, photoSideMax);
  if (photo.outcome !== "opened") return undefined;
  const [face] = await findFaces(photo.image, pipeline, "main");
  if (!face) return undefined;
  const [first, second] = await embedRaw(photo.image, await alignmentOf(photo.image, face, pipeline), pipeline);
  return second ? joined(first, second) : Float32Array.from(first);
}

/** A hash of everything besides the photos that determines the vectors. Calibration data does not. */
function contractOf({ manifest: { models } }: Pick<Pipeline, "manifest">): string {
  const looks = JSON.stringify(models, (key, value: unknown) => (key === "calibration" ? undefined : value));
  return createHash("sha256").update(looks).digest("hex").slice(0, 12);
}
