import type { Overview } from "@selfsame/server/api/dashboard/answers/usage";
import { mode } from "../../state/mode.ts";
import { Meter } from "../../ui/parts.tsx";
import { count, many, percent } from "../../ui/words/words.ts";
import { endedOf } from "./ended.ts";
import { changeOf } from "./change.ts";
import { Figure } from "./figure.tsx";
import { type Span, spans } from "./spans.ts";
import { monthOf } from "./month.ts";

/** A share in percent; a dash if the whole is zero. */
const shareText = (part: number, whole: number): string => (whole === 0 ? "–" : percent(part / whole));

/** Four numbers that show whether the integration works. */
export function Figures({ overview }: { readonly overview: Overview }) {
  const { matches, before, funnel, errors, count: requests, spanDays } = overview;
  const span = spans[String(spanDays) as Span].before;
  const failed = errors.reduce((sum, { count }) => sum + count, 0);
  const made = funnel[0]?.reached ?? 0;
  const { verified, ended } = endedOf(funnel);
  return (
    <div class="figures">
      <Figure
        title="Match rate"
        value={shareText(matches.matched, matches.compared)}
        note={
          matches.compared === 0
            ? "no comparison"
            : `${count(matches.matched)} of ${many(matches.compared, "comparison")}`
        }
        change={changeOf([matches.matched, matches.compared], [before.matches.matched, before.matches.compared], span)}
        href="#/requests?outcome=no_match"
      />
      <Figure
        title="Sessions verified"
        value={shareText(verified, ended)}
        note={made === 0 ? "no session" : `${count(verified)} of ${many(ended, "session")} that ended`}
        change={changeOf([verified, ended], [before.verified, before.ended], span)}
        href="#/verifications"
      />
      <Figure
        title="Errors"
        value={shareText(failed, requests)}
        note={requests === 0 ? "no request" : `${count(failed)} of ${many(requests, "request")}`}
        change={changeOf([failed, requests], [before.failed, before.requests], span, "less")}
        href="#/requests?outcome=error"
      />
      {mode.value === "live" ? (
        <Month overview={overview} />
      ) : (
        <Figure title="Test requests" value={count(requests)} note="do not count toward the plan" href="#/usage" />
      )}
    </div>
  );
}

function Month({ overview }: { readonly overview: Overview }) {
  const month = monthOf(overview);
  const { name } = overview.plan;
  if (!month) return <Figure title="This month" value="no limit" note={`${name} plan`} href="#/limits" />;
  return (
    <Figure
      title="This month"
      value={count(month.used)}
      note={`of ${count(month.quota)} on the ${name} plan`}
      href="#/limits"
    >
      <Meter share={month.used / month.quota} label="Used of this month's requests" />
    </Figure>
  );
}
