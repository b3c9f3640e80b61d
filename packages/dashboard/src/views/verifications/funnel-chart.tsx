import { useState } from "preact/hooks";
import type { VerificationFunnel } from "@selfsame/server/api/dashboard/answers/verifications";
import { TimeChart } from "../../ui/time-chart.tsx";
import { bucketTime, exactBucket } from "../../ui/words/times.ts";
import { count, many, percent, shortCount } from "../../ui/words/words.ts";
import { stageColors, stages, stageParts, sumDays } from "./funnel.ts";

/** How far sessions got, by day: a bar's height is the number of sessions created, stacked by the last stage reached. */
export function FunnelChart({ days }: { readonly days: VerificationFunnel["days"] }) {
  const [at, setAt] = useState<number>();
  const all = sumDays(days);
  if (all.made === 0) return null;
  const day = at === undefined ? undefined : days[at];
  const shown = day ?? all;
  return (
    <figure class="usage-chart">
      <figcaption class="readout">
        <strong>{many(shown.made, "session")}</strong>
        <span class="faint">
          {day ? exactBucket(day.startMs, "day") : `in ${days.length} days`}
          {shown.ended > 0 &&
            `, ${percent(shown.verified / shown.ended)} of the ${count(shown.ended)} that ended are verified`}
        </span>
      </figcaption>
      <TimeChart
        colours={stageColors}
        label={`${many(all.made, "session")} in ${days.length} days: ${stages
          .map(({ key, name }) => `${count(all[key])} ${name.toLowerCase()}`)
          .join(", ")}.`}
        names={days.map(({ startMs }) => bucketTime(startMs, "day"))}
        kind="bars"
        rows={stageParts(days)}
        short={shortCount}
        onHover={setAt}
      />
      <ul class="legend">
        {stages.map(({ key, name }, index) => (
          <li key={key}>
            <span class="swatch" style={{ background: stageColors[index] }} />
            {name}
            <span class="faint">{count(shown[key])}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
