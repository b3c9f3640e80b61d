import type { UsageBucket } from "@selfsame/server/api/dashboard/answers/usage";
import { bucketTime, dayMs } from "../../ui/words/times.ts";
import { count, many } from "../../ui/words/words.ts";

const days = 30;

/** Thirty days as bars, empty ones too. The usage view has the numbers. */
export function DayBars({ days: buckets }: { readonly days: readonly UsageBucket[] }) {
  const counts = new Map(buckets.map((bucket) => [bucket.startMs, bucket.count]));
  const todayMs = Math.floor(Date.now() / dayMs) * dayMs;
  const bars = Array.from({ length: days }, (_, index) => {
    const startMs = todayMs - (days - 1 - index) * dayMs;
    return { startMs, count: counts.get(startMs) ?? 0 };
  });
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const all = bars.reduce((sum, bar) => sum + bar.count, 0);
  return (
    <div class="day-bars">
      <span class="day-most">{count(most)}</span>
      <div class="bars" role="img" aria-label={`${many(all, "request")} in 30 days, at most ${count(most)} on one day`}>
        {bars.map((bar) => (
          <div key={bar.startMs} class="bar" title={`${bucketTime(bar.startMs, "day")}: ${many(bar.count, "request")}`}>
            <div class={bar.count === 0 ? "none" : ""} style={{ height: `${(100 * bar.count) / most}%` }} />
          </div>
        ))}
      </div>
      <div class="day-ends">
        <span>{bucketTime(bars[0]?.startMs ?? todayMs, "day")}</span>
        <span>Today</span>
      </div>
    </div>
  );
}
