import { oneIn } from "../../ui/words/words.ts";
import { interval, type Rate } from "./curves.ts";
import { People } from "./people.tsx";
import { of1000 } from "./words.ts";

interface OutcomeCardProps {
  readonly title: string;
  readonly verb: string;
  readonly who: string;
  readonly rate: Rate | undefined;
  readonly tone: "bad" | "warn";
}

/** What a threshold means for a thousand impostors or genuine people. */
export function OutcomeCard({ title, verb, who, rate, tone }: OutcomeCardProps) {
  return (
    <section class="outcome-card" aria-label={title}>
      <h3>{title}</h3>
      {rate === undefined ? (
        <p class="faint">No such pairs were measured.</p>
      ) : (
        <>
          <p class="outcome-figure">
            <strong>{of1000(rate.rate * 1000)}</strong> {verb}
          </p>
          <People erring={rate.rate * 1000} tone={tone} />
          <p class="hint">
            {who}: {rate.rate > 0 ? oneIn(rate.rate) : "none seen"}. {basis(rate)}
          </p>
        </>
      )}
    </section>
  );
}

function basis(rate: Rate): string {
  const range = interval(rate);
  if (!range) return "That is what the similarity scale means.";
  const [low, high] = range.map((one) => of1000(one * 1000));
  return `Counted on ${(rate.pairs ?? 0).toLocaleString("en")} pairs: with 95% confidence ${low} to ${high} of 1,000.`;
}
