/** Times in the viewer's zone. */
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const hour = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
/** Days and months of usage are the server's, in UTC. */
const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" });
const fullMonth = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });
const fullDay = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeZone: "UTC" });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export type Bucket = "hour" | "day" | "month";

const bucketFormats = { hour, day, month } as const;

export const exactTime = (atMs: number): string => exact.format(atMs);
export const momentOf = (atMs: number): string => moment.format(atMs);
export const bucketTime = (startMs: number, by: Bucket): string => bucketFormats[by].format(startMs);
export const exactBucket = (startMs: number, by: Bucket): string =>
  by === "hour"
    ? exact.format(startMs)
    : by === "day"
      ? `${fullDay.format(startMs)}, UTC`
      : `${fullMonth.format(startMs)}, UTC`;

/** Relative for near times, a date for others. */
export function aboutTime(atMs: number, nowMs = Date.now()): string {
  const aheadMs = atMs - nowMs;
  const distanceMs = Math.abs(aheadMs);
  if (distanceMs < 45_000) return aheadMs > 0 ? "in a moment" : "just now";
  if (distanceMs < hourMs) return relative.format(Math.round(aheadMs / minuteMs), "minute");
  if (distanceMs < dayMs) return relative.format(Math.round(aheadMs / hourMs), "hour");
  if (distanceMs < 14 * dayMs) return relative.format(Math.round(aheadMs / dayMs), "day");
  return date.format(atMs);
}

/** A day in the server's format, `2026-11-21` in UTC, relative to today. */
export function aboutDay(text: string, nowMs = Date.now()): string {
  const days = Math.floor(nowMs / dayMs) - Math.floor(Date.parse(`${text}T00:00:00Z`) / dayMs);
  return days < 14 ? relative.format(-days, "day") : day.format(Date.parse(text));
}

/** `75` -> `1 min 15 s` */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}
