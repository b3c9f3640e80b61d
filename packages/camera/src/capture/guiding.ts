import type { Gesture } from "@selfsame/face/assess/gestures";
import type { Aim } from "../guide/aim.ts";
import { doubtAfterMs, guide, type Hint } from "../guide/guidance.ts";
import type { FaceDetails, Sighting } from "./sighting.ts";
import { type Shown, steady } from "./steady.ts";

/** How long all must be right. */
export const holdMs = 600;

/** What a frame leads to. */
export interface Guided {
  readonly hint: Hint;
  /** Another hint than the frame before had. */
  readonly isNew: boolean;
  /** All is right. */
  readonly right: boolean;
  /** It has been for long enough. */
  readonly held: boolean;
}

/** Follows a person from frame to frame until all is right: what was seen before counts for what to say now. */
export class Guiding {
  #shown: Shown | undefined;
  #before: FaceDetails | undefined;
  #right: { readonly frame: number; readonly sinceMs: number } | undefined;
  #same: { readonly hint: Hint; readonly sinceMs: number } | undefined;
  readonly #doubted = new Set<Hint>();

  /** @param wasRight whether all was right in the frame before: then the limits are a little wider */
  see(sighting: Sighting, aim: Aim, wasRight: boolean, nowMs: number): Guided {
    const { hint, right } = guide(sighting, aim, {
      before: this.#before,
      wasRight,
      shown: this.#shown?.hint,
      doubted: this.#doubted,
    });
    this.#before = sighting.face;
    if (this.#same?.hint !== hint) this.#same = { hint, sinceMs: nowMs };
    if (nowMs - this.#same.sinceMs >= (doubtAfterMs[hint] ?? Infinity)) this.#doubted.add(hint);
    this.#right = right ? (this.#right ?? { frame: sighting.frame, sinceMs: nowMs }) : undefined;
    const shown = steady(this.#shown, hint, right, nowMs);
    const isNew = shown.hint !== this.#shown?.hint;
    this.#shown = shown;
    const held = this.#right !== undefined && nowMs - this.#right.sinceMs >= holdMs;
    return { hint: shown.hint, isNew, right, held };
  }

  /** From which frame on all has been right. */
  get rightFrom(): number | undefined {
    return this.#right?.frame;
  }

  /** How the person looked in the last frame. */
  get gesture(): Gesture | undefined {
    return this.#before?.gesture;
  }

  /** The camera is given back; the next face is measured from the start. What was doubted stays so. */
  forget(): void {
    this.#shown = this.#before = this.#right = undefined;
  }
}
