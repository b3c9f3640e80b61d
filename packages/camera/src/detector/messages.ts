import type { Photo, WholeFrame } from "../photo/photo.ts";
import type { Sighting } from "../capture/sighting.ts";

/** What the page asks the worker. Each question is answered once, in order, under its number. */
export type Question =
  /** `smiles`: whether mouths are looked at twice, for a live challenge. */
  | { readonly ask: "load"; readonly smiles: boolean }
  /** The worker keeps the last frames it looked at, for the photo. */
  | { readonly ask: "look"; readonly frame: number; readonly bitmap: ImageBitmap }
  /** The best of the kept frames from this one on; of the last one when there is none so new. */
  | { readonly ask: "take"; readonly fromFrame: number; readonly whole: WholeFrame | undefined };

export interface Answers {
  readonly load: true;
  readonly look: Sighting;
  readonly take: Photo;
}

export type Asked = Question & { readonly number: number };

export type Answer =
  /** Not an answer to a question: how much of what the detector needs has come, 0 to 1. */
  | { readonly loaded: number }
  | { readonly number: number; readonly value: Answers[keyof Answers] }
  | { readonly number: number; readonly problem: string };
