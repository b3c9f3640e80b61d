import type { Health } from "@selfsame/server/api/dashboard/answers/operations";
import type { ComponentChildren } from "preact";
import { useResource } from "../../state/resource.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Badge, PageHead } from "../../ui/parts.tsx";
import { plain } from "../../ui/words/words.ts";
import { NodesPanel } from "./nodes-panel.tsx";
import { ProblemsPanel } from "./problems-panel.tsx";
import { useReadiness } from "./readiness.ts";

const refreshMs = 3000;
const stores = { sqlite: "The embedded database", postgres: "PostgreSQL" } as const;
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
        {({ store, storeStatus, limits, nodes }) => (
          <>
            <div class="checks">
              <Check
                title="Service"
                good={readiness?.status === "ready"}
                word={readiness ? plain(readiness.status) : "asking"}
              >
                Whether this node takes requests.
              </Check>
              <Check
                title="Engine"
                good={readiness?.checks.engine === "ok"}
                word={readiness ? plain(readiness.checks.engine) : "asking"}
              >
                The workers that analyze photos. Their models are verified before they start.
              </Check>
              <Check title={stores[store]} good={storeStatus === "ok"} word={storeStatus}>
                Accounts, keys and usage. During an outage, keys in use keep working for a minute.
              </Check>
              <Check
                title="Disk"
                good={readiness?.checks.disk === "ok"}
                word={readiness ? plain(readiness.checks.disk) : "asking"}
              >
                Space on the disk with this node's data. When it is full, requests are rejected before any work.
              </Check>
              <Check title="Limits" good={limits !== "local"} word={limits}>
                {limitNotes[limits]}
              </Check>
              <Check
                title="Jobs"
                good={readiness?.checks.jobs === "ok"}
                word={readiness ? plain(readiness.checks.jobs) : "asking"}
              >
                Webhooks and other work that outlives its request. Late: a job has waited for more than five minutes.
              </Check>
            </div>
            <NodesPanel nodes={nodes} />
            <ProblemsPanel nodes={nodes} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Check({
  title,
  good,
  word,
  children,
}: {
  readonly title: string;
  readonly good: boolean;
  readonly word: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="panel" aria-label={title}>
      <div class="check-head">
        <h2>{title}</h2>
        <Badge tone={good ? "good" : word === "asking" ? "plain" : "bad"}>{word}</Badge>
      </div>
      <p class="hint">{children}</p>
    </section>
  );
}
