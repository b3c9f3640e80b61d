import { useState } from "preact/hooks";
import { BarChart } from "../../ui/bar-chart.tsx";
import { bucketTime, exactBucket } from "../../ui/times.ts";
import type { Bucket } from "../../ui/times.ts";
import { count, many } from "../../ui/words.ts";
import { stacked } from "./series.ts";
import type { Series } from "./series.ts";

interface UsageChartProps {
  readonly starts: readonly number[];
  readonly series: readonly Series[];
  readonly by: Bucket;
  readonly nameOf: (group: string | null) => string;
}

export function UsageChart({ starts, series, by, nameOf }: UsageChartProps) {
  const [at, setAt] = useState<number>();
  const total = series.reduce((sum, row) => sum + row.total, 0);
  const startMs = at === undefined ? undefined : starts[at];
  const here = at === undefined ? total : series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0);
  const split = series.length > 1 || series[0]?.group !== null;
  return (
    <figure class="usage-chart">
      {/* Follows the pointer; the table below has every number. */}
      <figcaption class="readout">
        <strong>{many(here, "request")}</strong>
        <span class="faint">{startMs === undefined ? "in all" : exactBucket(startMs, by)}</span>
      </figcaption>
      <BarChart
        label={`${many(total, "request")}, from ${bucketTime(starts[0] ?? 0, by)} to now. The table below has the numbers.`}
        names={starts.map((startMs) => bucketTime(startMs, by))}
        sums={stacked(series)}
        onHover={setAt}
      />
      {split && (
        <ul class="legend">
          {series.map(({ group, counts, total }, index) => (
            <li key={group}>
              <span class={`swatch part-${index + 1}`} />
              {nameOf(group)}
              <span class="faint">{count(at === undefined ? total : (counts[at] ?? 0))}</span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
