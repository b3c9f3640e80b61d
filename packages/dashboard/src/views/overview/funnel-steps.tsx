import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { FunnelStep } from "@selfsame/server/api/dashboard/answers/usage";
import { Empty, Panel } from "../../ui/parts.tsx";
import { count, many, percent, title } from "../../ui/words/words.ts";
import { endedOf } from "./ended.ts";
import { reasonsText } from "../verifications/words.ts";

/** How many sessions reached each step, and why the others stopped. */
export function FunnelSteps({ steps }: { readonly steps: readonly FunnelStep[] }) {
  const made = steps[0]?.reached ?? 0;
  const guide = pathTo("/docs/guide/sessions");
  return (
    <Panel
      title="Sessions"
      lead="How far people came, in percent of all that were created, and where they dropped out."
      aside={
        <span class="button-row">
          <a class="more" href="#/verifications?status=failed">
            Failed sessions
          </a>
          <a class="more" href="#/verifications">
            All sessions
          </a>
        </span>
      }
    >
      {made === 0 ? (
        <Empty title="No session in this time">
          Sessions appear here once your backend has created one. <a href={guide}>How to create one</a>
        </Empty>
      ) : (
        <ol class="funnel">
          {steps.map((step) => (
            <li key={step.stage}>
              <span class="funnel-name">{title(step.stage)}</span>
              <span class="mix-bar">
                <span
                  class={step.stage === "verified" ? "good" : "plain"}
                  style={{ width: `${(100 * step.reached) / made}%` }}
                />
              </span>
              <span class="mix-count">{count(step.reached)}</span>
              <span class="mix-share">{percent(step.reached / made)}</span>
              <span class="funnel-note hint">{step.stage === "verified" ? verifiedNote(steps) : noteOf(step)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const stopWords: Readonly<Record<string, string>> = {
  expired: "the link expired",
  declined: "the person chose “Not now”",
  other: "another reason",
};

/** The share of verified sessions that figures and alerts use. */
function verifiedNote(steps: readonly FunnelStep[]): string {
  const { verified, ended } = endedOf(steps);
  return ended === 0 ? "" : `${percent(verified / ended)} of the ${many(ended, "session")} that ended.`;
}

/** `3 stopped here: the link expired (2), cancelled (1). 1 is still here.` */
function noteOf({ stopped, underWay, reasons }: FunnelStep): string {
  const why = reasons.map(
    ({ reason, count: some }) => `${stopWords[reason] ?? reasonsText([reason])} (${count(some)})`,
  );
  const shown = why.length > 3 ? [...why.slice(0, 3), "and others"] : why;
  const parts = [
    ...(stopped > 0 ? [`${count(stopped)} stopped here: ${shown.join(", ")}.`] : []),
    ...(underWay > 0 ? [`${count(underWay)} ${underWay === 1 ? "is" : "are"} still here.`] : []),
  ];
  return parts.join(" ");
}
