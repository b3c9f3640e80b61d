import { simulated } from "../service/session.ts";
import { Card } from "./parts.tsx";
import type { Shown } from "./shown.ts";

/** Replaces the camera in a test session. It is for developers, so the outcomes have their API names. */
export function Simulating({ say, simulate }: Shown) {
  return (
    <Card title="Simulate" lead="Choose what comes of this attempt.">
      <ul class="outcomes" aria-label={say("test_mode")}>
        {simulated.map((outcome) => (
          <li key={outcome}>
            <button type="button" class="button second" onClick={() => simulate(outcome)}>
              <code>{outcome}</code>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function TestMark({ say }: Pick<Shown, "say">) {
  return <p class="test-mark">{say("test_mode")}</p>;
}
