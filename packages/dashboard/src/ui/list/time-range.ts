/** The time range of the rows shown, as stored in an address. */

const hourMs = 3600_000;

/** Spans that end now. */
export const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
export type Span = keyof typeof spans;

/** Names of a range's query parameters: a span, or two times. */
export const rangeNames = ["since", "from", "to"] as const;

export const isSpan = (text: string): text is Span => Object.hasOwn(spans, text);

/**
 * The range as the API accepts it. A span starts at a full minute, so that its request path stays the same for a minute and the previous response can
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

/** Parses a time in the address: ISO 8601, so that readers in different time zones see the same rows. */
function momentOf(text: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** Converts `2026-11-25T08:00Z` to the reader's time zone, as a field shows it: `2026-11-25T09:00`. Empty if invalid. */
export function localText(text: string): string {
  const ms = momentOf(text);
  if (ms === undefined) return "";
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The reverse of `localText`. Undefined if invalid. */
export function addressText(local: string): string | undefined {
  const ms = local === "" ? Number.NaN : new Date(local).getTime();
  return Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 16)}Z` : undefined;
}
