import type { Account } from "@selfsame/server/api/dashboard/answers/account";
import type { Plan } from "@selfsame/server/api/dashboard/answers/keys";
import { useResource } from "../../state/resource.ts";
import { Code } from "../../ui/code.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageHead, Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { count } from "../../ui/words/words.ts";

const example = `SELFSAME_PLANS='{"shop":{"requestsPerMinute":120,"requestsPerMonth":20000,"concurrentRequests":4}}'`;

const limitText = (limit: number | null) => (limit === null ? <span class="faint">no limit</span> : count(limit));

export function PlansView() {
  const plans = useResource<{ plans: Readonly<Record<string, Plan>> }>("/plans");
  const accounts = useResource<{ accounts: readonly Account[] }>("/accounts").data?.accounts;
  return (
    <>
      <PageHead title="Plans" lead="Limits of each plan. Choose an account's plan on the Accounts page." />
      <Loaded from={plans} lines={4}>
        {(data) => (
          <Table
            caption="Plans"
            rows={Object.entries(data.plans)}
            id={([name]) => name}
            columns={[
              { title: "Plan", cell: ([name]) => <span class="strong">{name}</span> },
              { title: "A minute", kind: "number", cell: ([, plan]) => limitText(plan.requestsPerMinute) },
              { title: "A month", kind: "number", cell: ([, plan]) => limitText(plan.requestsPerMonth) },
              { title: "At the same time", kind: "number", cell: ([, plan]) => limitText(plan.concurrentRequests) },
              {
                title: "Accounts",
                kind: "number",
                cell: ([name]) =>
                  accounts === undefined ? (
                    ""
                  ) : (
                    <a href={`#/accounts?q=${encodeURIComponent(name)}`}>
                      {count(accounts.filter(({ plan }) => plan === name).length)}
                    </a>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <Panel
        title="Another plan"
        lead="Plans are a setting of the service (SELFSAME_PLANS), the same on every node. Restart after a change. null means no limit."
      >
        <Code label="Setting" copy={example}>
          {example}
        </Code>
      </Panel>
    </>
  );
}
