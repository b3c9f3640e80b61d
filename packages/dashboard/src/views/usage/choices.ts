import type { Mode } from "../../state/mode.ts";
import { dayMs } from "../../ui/words/times.ts";
import type { Bucket } from "../../ui/words/times.ts";

export const ranges = ["24h", "7d", "30d", "90d", "12m"] as const;
export type Range = (typeof ranges)[number];

/** The first one is the default. */
export const bucketsOf: Readonly<Record<Range, readonly Bucket[]>> = {
  "24h": ["hour"],
  "7d": ["day", "hour"],
  "30d": ["day", "hour"],
  "90d": ["day"],
  "12m": ["month", "day"],
};

export const rangeNames: Readonly<Record<Range, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "12m": "12 months",
};

export const splits = ["none", "key", "endpoint", "outcome"] as const;
type Split = (typeof splits)[number];

export const shows = ["requests", "time"] as const;
type Show = (typeof shows)[number];

export interface UsageChoice {
  readonly range: Range;
  readonly by: Bucket;
  readonly split: Split;
  readonly show: Show;
  readonly keyId: string;
  /** For operators: another account, or `all`; empty for the team's own. */
  readonly accountId: string;
  readonly kind: Mode;
}

/** Reads the choice from the address; missing or invalid values get the default. */
export function readChoice(query: URLSearchParams, kind: Mode): UsageChoice {
  const range = ranges.find((name) => name === query.get("range")) ?? "30d";
  const by = bucketsOf[range].find((name) => name === query.get("by")) ?? bucketsOf[range][0] ?? "day";
  const split = splits.find((name) => name === query.get("split")) ?? "none";
  const show = shows.find((name) => name === query.get("show")) ?? "requests";
  return { range, by, split, show, keyId: query.get("key") ?? "", accountId: query.get("account") ?? "", kind };
}

const hourMs = 3600_000;

/** Start times of a range's buckets, oldest first; the last bucket is still open. Days and months are UTC. */
export function startsOf({ range, by }: Pick<UsageChoice, "range" | "by">, nowMs: number): readonly number[] {
  if (by === "month") {
    const now = new Date(nowMs);
    return Array.from({ length: 12 }, (_, index) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + index));
  }
  const days = { "24h": 1, "7d": 7, "30d": 30, "90d": 90, "12m": 365 }[range];
  const sizeMs = by === "hour" ? hourMs : dayMs;
  const length = by === "hour" ? days * 24 : days;
  const lastMs = Math.floor(nowMs / sizeMs) * sizeMs;
  return Array.from({ length }, (_, index) => lastMs - (length - 1 - index) * sizeMs);
}

/** Path of the view's request. It stays the same within an hour, so that the previous response can be shown meanwhile. */
export function usagePath(choice: UsageChoice, nowMs: number): string {
  const [fromMs = 0] = startsOf(choice, nowMs);
  const { by, split, keyId, accountId, kind } = choice;
  const toMs = (Math.floor(nowMs / hourMs) + 1) * hourMs;
  const [from = "", to = ""] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  const asked = {
    from,
    to,
    by,
    split: split === "none" ? "" : split,
    mode: kind,
    key_id: keyId,
    account_id: accountId,
  };
  return `/api/v3/usage?${new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ""))}`;
}
