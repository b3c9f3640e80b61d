import type { Totals } from "@selfsame/server/api/dashboard/answers/usage";
import { outcomeTone } from "../../ui/words/outcomes.ts";
import { Empty } from "../../ui/parts.tsx";
import { count, percent, title } from "../../ui/words/words.ts";

export function OutcomeMix({ totals }: { readonly totals: Totals }) {
  if (totals.count === 0) {
    return (
      <Empty title="No request this month">
        <p>
          Requests appear here by outcome: match, no match, no face, over a limit.{" "}
          <a href="#/playground/verify">Send the first one</a> from the playground.
        </p>
      </Empty>
    );
  }
  return (
    <ul class="mix">
      {totals.outcomes.map(({ outcome, count: some }) => (
        <li key={outcome}>
          <span class={`dot ${outcomeTone(outcome)}`} />
          <span class="mix-name">{title(outcome)}</span>
          <span class="mix-bar">
            <span class={outcomeTone(outcome)} style={{ width: `${(100 * some) / totals.count}%` }} />
          </span>
          <span class="mix-count">{count(some)}</span>
          <span class="mix-share">{percent(some / totals.count)}</span>
        </li>
      ))}
    </ul>
  );
}
