/** The moments between which rows are shown, as an address has them. */

const hourMs = 3600_000;

/** Up to now. */
export const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
export type Span = keyof typeof spans;

/** The names of a range in an address: a span, or two moments. */
export const rangeNames = ["since", "from", "to"] as const;

export const isSpan = (text: string): text is Span => Object.hasOwn(spans, text);

/**
 * As the API takes it. A span begins at a whole minute, so that what is asked stays the same for that long, and an answer from before can
 * be shown meanwhile.
 */
export function rangeOf(
  value: (name: string) => string,
  nowMs: number,
): { readonly fromMs?: number; readonly toMs?: number } {
  const since = value("since");
  if (isSpan(since)) return { fromMs: Math.floor(nowMs / 60_000) * 60_000 - spans[since] };
  const fromMs = momentOf(value("from"));
  const toMs = momentOf(value("to"));
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) };
}

/** Of an address: ISO 8601, so that readers in different zones see the same rows. */
function momentOf(text: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** `2026-11-25T08:00Z` as a field shows it, in the reader's zone: `2026-11-25T09:00`. Empty for what is no moment. */
export function localText(text: string): string {
  const ms = momentOf(text);
  if (ms === undefined) return "";
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The other way round. Undefined for what is no moment. */
export function addressText(local: string): string | undefined {
  const ms = local === "" ? Number.NaN : new Date(local).getTime();
  return Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 16)}Z` : undefined;
}
