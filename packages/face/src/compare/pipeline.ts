import type { Manifest } from "../manifest.ts";
import type { Models } from "../model.ts";
import type { Normalization } from "./normalize.ts";

/** What faces are found, assessed and embedded with. */
export interface Pipeline {
  readonly models: Models;
  readonly manifest: Manifest;
  /** Calibration of the first recognizer's embeddings, if the manifest has one. */
  readonly normalisation?: Normalization | undefined;
  /** The same for the second recognizer. */
  readonly secondNormalisation?: Normalization | undefined;
}
