import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { modelsOf } from "@selfsame/face/manifest";
import manifest from "../../../package.json" with { type: "json" };
import type { ModelSet } from "@selfsame/photo/models/model-set";
import { createComparison } from "@selfsame/photo/verify/comparison";

/** What was measured: the hash of every file that affects the result. */
export interface Subject {
  readonly product: string;
  readonly version: string;
  /** The embedding contract id. */
  readonly model: string;
  readonly threshold: number;
  /** Hex, like the hashes below. */
  readonly manifestSha256: string;
  readonly files: readonly { readonly role: string; readonly id: string; readonly sha256: string }[];
}

export async function subjectOf(models: ModelSet): Promise<Subject> {
  const comparison = createComparison(models);
  return {
    product: "Selfsame",
    version: manifest.version,
    model: comparison.model,
    threshold: comparison.threshold,
    manifestSha256: sha256(await readFile(models.manifestPath)),
    files: modelsOf(models.manifest).map(({ role, entry }) => ({ role, id: entry.id, sha256: entry.sha256 })),
  };
}

/** The photos used for the measurement. */
export interface PhotoSet {
  readonly photos: number;
  /** SHA-256 over the photos' own hashes, in hex and sorted, independent of file names. Unreadable files are omitted. */
  readonly sha256: string;
}

export async function photoSetOf(paths: readonly string[]): Promise<PhotoSet> {
  const hashes: string[] = [];
  for (const path of new Set(paths)) {
    const photo = await readFile(path).catch(() => undefined);
    if (photo) hashes.push(sha256(photo));
  }
  return { photos: hashes.length, sha256: sha256(hashes.toSorted().join("\n")) };
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
