import { useRef } from "preact/hooks";
import type { Overview } from "@selfsame/server/api/dashboard/answers/usage";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, Meter, PageHead, Panel } from "../../ui/parts.tsx";
import { answeredShare } from "../../ui/words/outcomes.ts";
import { count, many, milliseconds, percent } from "../../ui/words/words.ts";
import { DayBars } from "./day-bars.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { OutcomeMix } from "./outcome-mix.tsx";
import { Figure } from "./figure.tsx";

const refreshMs = 5000;

export function OverviewView() {
  const overview = useResource<Overview>("/overview", refreshMs);
  // The first steps stay in view while they are taken: the first answer must not make them vanish.
  const startedNew = useRef(false);
  const isNew = ({ days }: Overview) => (startedNew.current ||= days.length === 0);
  return (
    <>
      <PageHead title="Overview" lead="Your team at a glance. Days and months are counted in UTC.">
        {may("developer") && (
          <ButtonLink href="#/playground/verify" kind="primary">
            Compare two photos
          </ButtonLink>
        )}
      </PageHead>
      <Loaded from={overview} lines={8}>
        {(data) => (
          <>
            {data.webhooksDisabled > 0 && <SwitchedOff endpoints={data.webhooksDisabled} />}
            {isNew(data) && !may("developer") && (
              <Empty title="No request yet">Figures appear here after the first request.</Empty>
            )}
            {isNew(data) && may("developer") && <GettingStarted answered={data.month.count > 0} />}
            {data.days.length > 0 && <Numbers overview={data} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function SwitchedOff({ endpoints }: { readonly endpoints: number }) {
  return (
    <div class="notice failed" role="alert">
      <p>{many(endpoints, "webhook endpoint")} did not take what was sent and will get nothing more.</p>
      <ButtonLink href="#/webhooks">Look at it</ButtonLink>
    </div>
  );
}

function Numbers({ overview }: { readonly overview: Overview }) {
  return (
    <>
      <Figures overview={overview} />
      <Panel
        title="Requests, last 30 days"
        aside={
          <a class="more" href="#/usage">
            All usage
          </a>
        }
      >
        <DayBars days={overview.days} />
      </Panel>
      <Panel title="Outcomes this month" lead="Results of this month's requests, errors included.">
        <OutcomeMix totals={overview.month} />
      </Panel>
    </>
  );
}

function Figures({ overview: { plan, limits, today, month } }: { readonly overview: Overview }) {
  const share = answeredShare(month.outcomes);
  const quota = limits.find(({ name }) => name === "month");
  const used = quota ? quota.quota - quota.remaining : month.count;
  return (
    <div class="figures">
      <Figure title="Today" value={count(today.count)} note={todayNote(today)} href="#/usage?range=24h" />
      <Figure
        title="This month"
        value={count(used)}
        note={quota ? `of ${count(quota.quota)} on the ${plan.name} plan` : `no monthly limit, ${plan.name} plan`}
        href="#/limits"
      >
        {quota && <Meter share={used / quota.quota} label="Used of this month's requests" />}
      </Figure>
      <Figure
        title="With a result"
        value={share === undefined ? "–" : percent(share)}
        note={
          share === undefined
            ? "no request this month"
            : "of this month's requests; the rest are among the outcomes below"
        }
        href="#/usage?range=30d&split=outcome"
      />
      <Figure
        title="Response time"
        value={milliseconds(month.p50Ms)}
        note={
          month.p95Ms === null ? "no request this month" : `median this month; 95% within ${milliseconds(month.p95Ms)}`
        }
        href="#/usage?range=30d&show=time"
      />
    </div>
  );
}

function todayNote({ count, p95Ms }: Overview["today"]): string {
  if (count === 0) return "no request yet";
  return p95Ms === null ? "since midnight, UTC" : `95% answered within ${milliseconds(p95Ms)}`;
}
