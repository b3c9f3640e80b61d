import type { Usage } from "@selfsame/server/api/v3/schemas/usage";

type UsageRow = Usage["rows"][number];

export interface Series {
  /** Null without a split; `other` for the sum of the small groups. */
  readonly group: string | null;
  /** One count per bucket, zeros included. */
  readonly counts: readonly number[];
  readonly total: number;
}

/** Maximum number of series that readers can tell apart. */
const seriesMax = 7;
export const other = "other";

/** Converts the API's buckets, which leave out empty ones, to one series per group: the largest first, small ones combined. */
export function toSeries(buckets: readonly UsageRow[], starts: readonly number[]): readonly Series[] {
  const place = new Map(starts.map((startMs, index) => [startMs, index]));
  const rows = new Map<string | null, number[]>();
  for (const { group: time, split: group = null, requests } of buckets) {
    const index = place.get(Date.parse(time));
    if (index === undefined) continue;
    const row = rows.get(group) ?? starts.map(() => 0);
    row[index] = (row[index] ?? 0) + requests;
    rows.set(group, row);
  }
  const all = [...rows]
    .map(([group, counts]): Series => ({ group, counts, total: counts.reduce((sum, count) => sum + count, 0) }))
    .toSorted((a, b) => b.total - a.total);
  if (all.length <= seriesMax) return all;
  const small = all.slice(seriesMax - 1);
  const counts = starts.map((_, index) => small.reduce((sum, row) => sum + (row.counts[index] ?? 0), 0));
  return [
    ...all.slice(0, seriesMax - 1),
    { group: other, counts, total: small.reduce((sum, row) => sum + row.total, 0) },
  ];
}

export interface Line {
  readonly group: string | null;
  /** `p50_ms`: the median; `p95_ms`: the 95th percentile. */
  readonly of: "p50_ms" | "p95_ms";
  /** One value per bucket; null if unknown. */
  readonly valuesMs: readonly (number | null)[];
}

/** Response times over the range: the median and the 95th percentile; with a split, only the 95th percentile of each of the largest groups. */
export function toLines(buckets: readonly UsageRow[], starts: readonly number[]): readonly Line[] {
  const at = new Map(buckets.map((bucket) => [`${Date.parse(bucket.group)} ${bucket.split ?? null}`, bucket]));
  const line = (group: string | null, of: Line["of"]): Line => ({
    group,
    of,
    valuesMs: starts.map((startMs) => at.get(`${startMs} ${group}`)?.[of] ?? null),
  });
  const groups = toSeries(buckets, starts).flatMap(({ group }) => (group === null || group === other ? [] : group));
  return groups.length === 0
    ? [line(null, "p50_ms"), line(null, "p95_ms")]
    : groups.map((group) => line(group, "p95_ms"));
}
