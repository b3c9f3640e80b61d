import type { Hint } from "../guide/guidance.ts";

/** How long another hint must be right before it takes the place of the one shown: shorter, and nobody could read it. */
const changeAfterMs = 250;

/** The hint that is shown, and one that may soon be. */
export interface Shown {
  readonly hint: Hint;
  readonly coming?: { readonly hint: Hint; readonly sinceMs: number };
}

/** What to show after another frame. The first hint, and that all is right, show at once. */
export function steady(shown: Shown | undefined, hint: Hint, right: boolean, nowMs: number): Shown {
  if (!shown || right || shown.hint === hint) return { hint };
  if (shown.coming?.hint !== hint) return { hint: shown.hint, coming: { hint, sinceMs: nowMs } };
  return nowMs - shown.coming.sinceMs >= changeAfterMs ? { hint } : shown;
}
