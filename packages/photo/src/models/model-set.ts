import type { Manifest } from "@selfsame/face/manifest";
import type { Runtime } from "./runtime.ts";

export interface EarlierRecognizer {
  readonly manifest: Manifest;
  readonly manifestPath: string;
}

/** The models and their folders. */
export interface ModelSet {
  readonly manifest: Manifest;
  readonly manifestPath: string;
  readonly modelsDir: string;
  /** Mirror for files that have an address: `MIRROR/ID/FILE`. */
  readonly mirror?: string | undefined;
  /** Default: one thread of the processor. */
  readonly runtime?: Runtime;
  /** Manifests of recognizers that are no longer in use, for their embeddings. */
  readonly earlier?: readonly EarlierRecognizer[];
}
