import type { Manifest } from "@selfsame/face/manifest";
import type { Runtime } from "./runtime.ts";

export interface EarlierRecognizer {
  readonly manifest: Manifest;
  readonly manifestPath: string;
}

/** Which models, and where they lie. */
export interface ModelSet {
  readonly manifest: Manifest;
  readonly manifestPath: string;
  readonly modelsDir: string;
  /** Where what has an address is asked for instead: `MIRROR/ID/FILE`. */
  readonly mirror?: string | undefined;
  /** One thread of the processor unless given. */
  readonly runtime?: Runtime;
  /** Recognizers that are not in use any more, for what they embedded: their manifests. */
  readonly earlier?: readonly EarlierRecognizer[];
}
