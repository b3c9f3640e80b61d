import { type Curve, errorsAt } from "./curves.ts";
import { OutcomeCard } from "./outcome-card.tsx";

interface OutcomeCardsProps {
  readonly curve: Curve;
  readonly threshold: number;
}

/** Both error rates of a curve at a threshold. */
export function OutcomeCards({ curve, threshold }: OutcomeCardsProps) {
  const { pass, refused } = errorsAt(curve, threshold);
  return (
    <div class="outcome-cards">
      <OutcomeCard title="Of 1,000 impostors" verb="match" who={curve.name} rate={pass} tone="bad" />
      <OutcomeCard
        title="Of 1,000 genuine people"
        verb="are rejected"
        who={curve.own ? curve.name : "Photos taken on different days"}
        rate={refused}
        tone="warn"
      />
    </div>
  );
}
