import type { Manifest } from "@selfsame/face/manifest";

/** Which models, and where they lie. */
export interface ModelSet {
  readonly manifest: Manifest;
  readonly manifestPath: string;
  readonly modelsDir: string;
}
