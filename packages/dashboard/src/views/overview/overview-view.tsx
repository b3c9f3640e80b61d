import { useRef } from "preact/hooks";
import type { Overview } from "@selfsame/server/api/dashboard/answers/usage";
import { type Mode, mode } from "../../state/mode.ts";
import { replaceQuery, route } from "../../state/route.ts";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { Choice } from "../../ui/forms/choice.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead, Panel } from "../../ui/parts.tsx";
import { AttentionPanel } from "./attention-panel.tsx";
import { DayBars } from "./day-bars.tsx";
import { EndpointTimes } from "./endpoint-times.tsx";
import { ErrorCodes } from "./error-codes.tsx";
import { Figures } from "./figures.tsx";
import { FunnelSteps } from "./funnel-steps.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { type Span, spanIn, spans } from "./spans.ts";

const refreshMs = 5000;

export function overviewPath(): string {
  const span = spanIn(route.value.query);
  return `/overview?kind=${mode.value}${span === undefined ? "" : `&days=${span}`}`;
}

export function OverviewView() {
  const overview = useResource<Overview>(overviewPath(), refreshMs);
  const span = spanIn(route.value.query) ?? (overview.data && (String(overview.data.spanDays) as Span));
  return (
    <>
      <PageHead title="Overview" lead="Whether verification works for your users, and what needs you.">
        <Choice
          label="Time"
          value={span}
          options={(Object.keys(spans) as Span[]).map((value) => ({ value, text: spans[value].name }))}
          onChange={(days) => replaceQuery({ days })}
        />
      </PageHead>
      <Loaded from={overview} lines={8}>
        {(data) => (
          <>
            <AttentionPanel overview={data} onChanged={() => void overview.reload()} />
            <Beginning overview={data} kind={mode.value} />
            {isUsed(data) && (
              <>
                <Figures overview={data} />
                <Numbers overview={data} />
              </>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** Test sessions created in the dashboard do not count as requests. */
const isUsed = ({ days, funnel }: Overview): boolean => days.length > 0 || funnel.some(({ reached }) => reached > 0);

/** Shown until there is data. */
function Beginning({ overview, kind }: { readonly overview: Overview; readonly kind: Mode }) {
  // The first steps stay visible while the person follows them; the first request must not hide them.
  const startedNew = useRef(false);
  if (kind === "test") return isUsed(overview) ? null : <NoTestRequest />;
  startedNew.current ||= !isUsed(overview);
  if (!startedNew.current) return null;
  if (may("developer")) return <GettingStarted answered={overview.count > 0} />;
  return isUsed(overview) ? null : <Empty title="No request yet">Figures appear here after the first request.</Empty>;
}

function NoTestRequest() {
  return (
    <Empty title="No test request yet" whole>
      <p>
        A test key (<code>ss_tk_</code>) makes sessions and verifies whose outcome you choose, for your CI. What it does
        appears here.
      </p>
      {may("developer") && (
        <p>
          <a href="#/keys?new=test">Create a test key</a>
        </p>
      )}
    </Empty>
  );
}

function Numbers({ overview }: { readonly overview: Overview }) {
  const { funnel, endpoints, errors, days, batchItems } = overview;
  return (
    <>
      <FunnelSteps steps={funnel} />
      <div class="panel-pair">
        <EndpointTimes endpoints={endpoints} batchItems={batchItems} />
        <ErrorCodes errors={errors} requests={overview.count} />
      </div>
      <Panel
        title="Requests, last 30 days"
        aside={
          <a class="more" href="#/usage">
            All usage
          </a>
        }
      >
        <DayBars days={days} />
      </Panel>
    </>
  );
}
