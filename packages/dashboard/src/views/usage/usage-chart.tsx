import { useState } from "preact/hooks";
import type { Usage } from "@selfsame/server/api/v3/schemas/usage";
import { TimeChart } from "../../ui/time-chart.tsx";
import { outcomeColors } from "../../ui/words/outcomes.ts";
import { bucketTime, exactBucket } from "../../ui/words/times.ts";
import { count, many, milliseconds, shortCount } from "../../ui/words/words.ts";
import type { UsageChoice } from "./choices.ts";
import { other, toLines, toSeries } from "./series.ts";

interface UsageChartProps {
  readonly usage: Usage;
  readonly starts: readonly number[];
  readonly choice: UsageChoice;
  readonly nameOf: (group: string | null) => string;
}

/** One part of the chart: its name in the legend, its values, and its value for the whole range. */
interface Part {
  readonly name: string;
  readonly group: string | null;
  readonly values: readonly (number | null)[];
  readonly whole: string;
}

/** The legend follows the pointer; the table below has every number. */
export function UsageChart({ usage, starts, choice: { by, show, split }, nameOf }: UsageChartProps) {
  const [at, setAt] = useState<number>();
  const { rows, total } = usage;
  const startMs = at === undefined ? undefined : starts[at];
  const here = rows.reduce((sum, { group, requests }) => sum + (Date.parse(group) === startMs ? requests : 0), 0);
  const shown = many(startMs === undefined ? total.requests : here, "request");
  const parts = show === "time" ? timeParts(usage, starts, nameOf) : countParts(usage, starts, nameOf);
  const colours = split === "outcome" ? outcomeColoursOf(parts) : parts.map((_, index) => `var(--part-${index + 1})`);
  const short = show === "time" ? milliseconds : shortCount;
  const what = show === "time" ? "Response time" : many(total.requests, "request");
  return (
    <figure class="usage-chart">
      <figcaption class="readout">
        <strong>{shown}</strong>
        <span class="faint">
          {startMs === undefined
            ? `in all, half of them within ${milliseconds(total.p50_ms)}, 95% within ${milliseconds(total.p95_ms)}`
            : exactBucket(startMs, by)}
        </span>
      </figcaption>
      <TimeChart
        colours={colours}
        label={`${what}, from ${bucketTime(starts[0] ?? 0, by)} to now. The table below has the numbers.`}
        names={starts.map((startMs) => bucketTime(startMs, by))}
        kind={show === "time" ? "lines" : "bars"}
        rows={parts.map(({ values }) => values)}
        short={short}
        onHover={setAt}
      />
      {parts.length > 0 && parts[0]?.name !== "" && (
        <ul class="legend">
          {parts.map(({ name, values, whole }, index) => (
            <li key={name}>
              <span class="swatch" style={{ background: colours[index] }} />
              {name}
              <span class="faint">{at === undefined ? whole : say(values[at] ?? null, show)}</span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** The colors of outcomes, as in the overview. The sum of the small groups has its own color. */
function outcomeColoursOf(parts: readonly Part[]): readonly string[] {
  const colours = outcomeColors(parts.map(({ group }) => group ?? ""));
  return parts.map(({ group }, index) => (group === other ? "var(--part-7)" : (colours[index] ?? "")));
}

const say = (value: number | null, show: UsageChoice["show"]): string =>
  show === "time" ? milliseconds(value) : count(value ?? 0);

/** Without a split there is one part, which needs no name. */
function countParts({ rows }: Usage, starts: readonly number[], nameOf: UsageChartProps["nameOf"]): readonly Part[] {
  return toSeries(rows, starts).map(({ group, counts, total }) => ({
    name: group === null ? "" : nameOf(group),
    group,
    values: counts,
    whole: count(total),
  }));
}

function timeParts(
  { rows, total }: Usage,
  starts: readonly number[],
  nameOf: UsageChartProps["nameOf"],
): readonly Part[] {
  return toLines(rows, starts).map(({ group, of, valuesMs }) => ({
    group,
    name: group === null ? { p50_ms: "Median", p95_ms: "95% within" }[of] : `${nameOf(group)}, 95% within`,
    values: valuesMs,
    whole: group === null ? milliseconds(total[of]) : "",
  }));
}
