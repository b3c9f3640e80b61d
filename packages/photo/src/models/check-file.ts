import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { ModelEntry } from "@selfsame/face/manifest";

export type FileState =
  | { readonly state: "good" }
  | { readonly state: "missing" }
  /** `found` describes the file that is there. */
  | { readonly state: "wrong"; readonly found: string };

/** Compares a file with its manifest entry: first the size, which is cheap, then the SHA-256. */
export async function checkFile(path: string, { sizeBytes, sha256 }: ModelEntry): Promise<FileState> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!found) return { state: "missing" };
  if (found.size !== sizeBytes) return { state: "wrong", found: `${found.size} bytes instead of ${sizeBytes}` };
  const digest = await sha256Of(path);
  return digest === sha256 ? { state: "good" } : { state: "wrong", found: `SHA-256 ${digest} instead of ${sha256}` };
}

/** Hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
