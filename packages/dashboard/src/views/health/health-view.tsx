import type { Health } from "@selfsame/server/api/dashboard/answers/operations";
import { useResource } from "../../state/resource.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Badge, PageHead } from "../../ui/parts.tsx";
import { plain } from "../../ui/words/words.ts";
import { NodesPanel } from "./nodes-panel.tsx";
import { ProblemsPanel } from "./problems-panel.tsx";
import { type Readiness, useReadiness } from "./readiness.ts";

const refreshMs = 3000;
const stores = { sqlite: "Embedded database", postgres: "PostgreSQL" } as const;
const limitNotes = {
  alone: "Counted by this node. With several nodes, set REDIS_URL so that they count together.",
  shared: "Counted in Redis, together with the other nodes.",
  local: "Redis cannot be reached: each node counts by itself until it is back.",
} as const;

export function HealthView() {
  const health = useResource<Health>("/health", refreshMs);
  const readiness = useReadiness();
  return (
    <>
      <PageHead
        title="Health"
        lead="Checks of the node that serves this page. For machines: /health/ready and /metrics."
      />
      <Loaded from={health} lines={4}>
        {({ store, storeStatus, limits, nodes }) => {
          const checks = checksOf({ store, storeStatus, limits }, readiness);
          return (
            <>
              <Summary checks={checks} />
              <ul class="health-checks">
                {checks.map((check) => (
                  <CheckLine key={check.title} check={check} />
                ))}
              </ul>
              <NodesPanel nodes={nodes} />
              <ProblemsPanel nodes={nodes} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

interface Check {
  readonly title: string;
  /** Undefined: unknown so far. */
  readonly good: boolean | undefined;
  readonly word: string;
  readonly note: string;
}

/** @param well the value that means that all is well */
const ofNode = (title: string, word: string | undefined, well: string, note: string): Check => ({
  title,
  good: word === undefined ? undefined : word === well,
  word: word === undefined ? "asking" : plain(word),
  note,
});

function checksOf(
  { store, storeStatus, limits }: Pick<Health, "store" | "storeStatus" | "limits">,
  readiness: Readiness | undefined,
): readonly Check[] {
  return [
    ofNode("Service", readiness?.status, "ready", "Whether this node takes requests."),
    ofNode(
      "Engine",
      readiness?.checks.engine,
      "ok",
      "The workers that analyze photos. Their models are verified before they start.",
    ),
    {
      title: stores[store],
      good: storeStatus === "ok",
      word: storeStatus,
      note: "Accounts, keys and usage. During an outage, keys in use keep working for a minute.",
    },
    ofNode(
      "Disk",
      readiness?.checks.disk,
      "ok",
      "Space on the disk with this node's data. When it is full, requests are rejected before any work.",
    ),
    { title: "Limits", good: limits !== "local", word: limits, note: limitNotes[limits] },
    ofNode(
      "Jobs",
      readiness?.checks.jobs,
      "ok",
      "Webhooks and other work that outlives its request. Late: a job has waited for more than five minutes.",
    ),
  ];
}

/** All checks in one line. */
function Summary({ checks }: { readonly checks: readonly Check[] }) {
  const bad = checks.filter(({ good }) => good === false);
  if (bad.length === 0 && checks.some(({ good }) => good === undefined))
    return <p class="health-line">Asking the node…</p>;
  return (
    <p class="health-line" role="status">
      <span class={`dot ${bad.length === 0 ? "good" : "bad"}`} />
      {bad.length === 0
        ? "Everything is ok."
        : `${bad.length === 1 ? "1 check fails" : `${bad.length} checks fail`}: ${bad.map(({ title }) => title).join(", ")}.`}
    </p>
  );
}

function CheckLine({ check: { title, good, word, note } }: { readonly check: Check }) {
  return (
    <li>
      <span class="strong">{title}</span>
      <Badge tone={good === undefined ? "plain" : good ? "good" : "bad"}>{word}</Badge>
      <span class="hint">{note}</span>
    </li>
  );
}
