import type { Hint } from "../guide/guidance.ts";

/** A different hint must hold this long before it replaces the current one, so that hints can be read. */
const changeAfterMs = 250;

/** The visible hint, and its possible successor. */
export interface Shown {
  readonly hint: Hint;
  readonly coming?: { readonly hint: Hint; readonly sinceMs: number };
}

/** The hint to show after another frame. The first hint, and success, show at once. */
export function steady(shown: Shown | undefined, hint: Hint, right: boolean, nowMs: number): Shown {
  if (!shown || right || shown.hint === hint) return { hint };
  if (shown.coming?.hint !== hint) return { hint: shown.hint, coming: { hint, sinceMs: nowMs } };
  return nowMs - shown.coming.sinceMs >= changeAfterMs ? { hint } : shown;
}
