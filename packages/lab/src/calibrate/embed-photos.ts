import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { alignmentOf, findFaces, type Pipeline } from "@selfsame/face/analyze";
import { embedRaw, joined } from "@selfsame/face/compare/embed-face";
import { photoSideMax } from "@selfsame/server/photo/engine/analyze";
import { openPhoto } from "@selfsame/server/photo/decode/photo";
import { startProgress } from "@selfsame/server/platform/progress";
import { openUnfinished } from "../unfinished.ts";

/** What the embedding models make of each photo, keyed by its path, not normalized; of two, the second's numbers after the first's. */
export interface EmbeddedPhotos {
  /** Photos without a face are left out. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Removes what is kept for the case of an interruption: to be called once the vectors have served. */
  readonly forget: () => Promise<void>;
}

interface Embedded {
  /** SHA-256 of the photo's file. */
  readonly photo: string;
  /** Base64; null where there is no face. */
  readonly vector: string | null;
}

/**
 * Looks at the main face of each photo once; goes on where an interrupted run stopped, whichever photos that looked at.
 * @param folder where the state of an interrupted run is kept
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

/** What else the vectors come from than the photos. What was learned of them makes no difference. */
function contractOf({ manifest: { models } }: Pick<Pipeline, "manifest">): string {
  const looks = JSON.stringify(models, (key, value: unknown) => (key === "calibration" ? undefined : value));
  return createHash("sha256").update(looks).digest("hex").slice(0, 12);
}
