import { useEffect, useState } from "preact/hooks";
import type { Limit, LimitsNow } from "@selfsame/server/api/dashboard/answers/keys";
import type { Keys } from "@selfsame/server/api/v3/schemas/keys";
import { useResource } from "../../state/resource.ts";
import { isOperator } from "../../state/session.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, Meter, PageHead, Panel } from "../../ui/parts.tsx";
import { Breakable } from "../../ui/words/breakable.tsx";
import { duration } from "../../ui/words/times.ts";
import { count } from "../../ui/words/words.ts";
import { MonthUseNote } from "./month-use.tsx";
import { activeKeysPath } from "../keys/keys-path.ts";

const refreshMs = 1500;

const about: Readonly<
  Record<Limit["name"], { readonly title: string; readonly passed: string; readonly note: string }>
> = {
  minute: {
    title: "Requests a minute",
    passed: "Limit reached: requests receive 429 until the minute is over.",
    note: "Limits bursts. Retry-After in the response says when to retry.",
  },
  month: {
    title: "Requests a month",
    passed: "Limit reached: requests receive 429 until the month is over.",
    note: "Counted from the first of the month, UTC. Rejected requests do not count.",
  },
  concurrent: {
    title: "At the same time",
    passed: "Limit reached: further requests receive 429 until a running one ends.",
    note: "Requests in progress.",
  },
};

/** The current use of each of the plan's limits. */
export function LimitsView() {
  const limits = useResource<LimitsNow>("/limits", refreshMs);
  return (
    <>
      <PageHead
        title="Limits"
        lead="What your plan allows per minute, per month and at once, and how much is left. Updates live."
      />
      <Loaded from={limits}>
        {({ plan, limits }) => (
          <>
            <p class="plan-line">
              Plan <strong>{plan.name}</strong>
              {limits.length > 0 &&
                limits.every(({ name }) => name === "concurrent") &&
                ", without a limit a minute or a month"}
              {" · "}
              <a href="#/keys">Limits of keys</a>
              {isOperator.value && (
                <>
                  {" "}
                  · <a href="#/plans">All plans</a>
                </>
              )}
            </p>
            {limits.length === 0 ? (
              <Empty title="No limits" whole>
                <p>The {plan.name} plan lets you send as many requests as the service can answer.</p>
              </Empty>
            ) : (
              <div class="limits">
                {limits.map((limit) => (
                  <LimitCard key={limit.name} limit={limit} />
                ))}
              </div>
            )}
            <KeyMonths />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Keys with a monthly limit of their own, by share used, highest first. */
function KeyMonths() {
  const keys = useResource<Keys>(activeKeysPath).data?.keys ?? [];
  const months = keys
    .flatMap(({ id, name, used_this_month: used, limits: { requests_per_month: quota } }) =>
      used === null || quota === null ? [] : [{ id, name, used: Math.min(used, quota), quota }],
    )
    .toSorted((a, b) => b.used / b.quota - a.used / a.quota);
  if (months.length === 0) return null;
  return (
    <Panel title="Keys with a month of their own" lead="Each counts by itself, and toward the plan.">
      <ul class="key-months">
        {months.map(({ id, name, used, quota }) => (
          <li key={id}>
            <a href={`#/keys?q=${encodeURIComponent(id)}`}>
              <Breakable text={name} />
            </a>
            <Meter share={used / quota} label={`Used of the month of ${name}`} />
            <MonthUseNote used={used} quota={quota} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function LimitCard({ limit }: { readonly limit: Limit }) {
  const { name, quota, remaining } = limit;
  const { title, passed, note } = about[name];
  const used = quota - remaining;
  const reached = remaining === 0;
  return (
    <section class={`panel limit ${reached ? "reached" : ""}`} aria-label={title}>
      <header class="panel-head">
        <h2>{title}</h2>
        {name !== "concurrent" && used > 0 && <Reset seconds={limit.resetSeconds} />}
      </header>
      <p class="limit-numbers">
        <strong>{count(used)}</strong> of {count(quota)} used
        <span class="faint">{count(remaining)} left</span>
      </p>
      <Meter share={used / quota} label={`Used of ${title.toLowerCase()}`} />
      <p class={reached ? "problem" : "hint"} role={reached ? "alert" : undefined}>
        {reached ? passed : note}
      </p>
    </section>
  );
}

/** Counts down between two responses of the server. */
function Reset({ seconds }: { readonly seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return <span class="faint tabular">starts anew in {duration(left)}</span>;
}
