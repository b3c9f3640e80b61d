import type { Account, Key, UsageBucket } from "../../api/types.ts";
import { useResource } from "../../state/resource.ts";
import { route } from "../../state/route.ts";
import { isOwner, me } from "../../state/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { endpointName, title } from "../../ui/words.ts";
import { readChoice, startsOf, usageQuery } from "./choices.ts";
import type { Split } from "./choices.ts";
import { other, toSeries } from "./series.ts";
import { UsageChart } from "./usage-chart.tsx";
import { UsageControls } from "./usage-controls.tsx";
import { UsageTable } from "./usage-table.tsx";

const refreshMs = 3000;

export function UsageView() {
  const choice = readChoice(route.value.query);
  const nowMs = Date.now();
  const query = usageQuery(choice, nowMs);
  const usage = useResource<{ buckets: readonly UsageBucket[] }>(`/usage?${query}`, refreshMs);
  const keys = useResource<{ keys: readonly Key[] }>("/keys").data?.keys ?? [];
  const accounts =
    useResource<{ accounts: readonly Account[] }>(isOwner.value ? "/accounts" : undefined).data?.accounts ?? [];
  const nameOf = namer(choice.split, keys);
  const starts = startsOf(choice, nowMs);
  return (
    <>
      <PageHead
        title="Usage"
        lead="Every request that came with a key, by what came of it. Hours are in your time zone; days and months are UTC, as plans count them."
      >
        <ButtonLink href={`/api/dashboard/usage.csv?${query}`} download="usage.csv">
          <DownloadIcon />
          CSV
        </ButtonLink>
      </PageHead>
      <UsageControls choice={choice} keys={keys} accounts={accounts} ownId={me.value?.account.id ?? ""} />
      <Loaded from={usage} lines={9}>
        {({ buckets }) =>
          buckets.length === 0 ? (
            <Empty title="No request in this time">
              <p>
                Choose a longer range, or <a href="#/playground/verify">send a request</a> from the playground: it shows
                here within seconds.
              </p>
            </Empty>
          ) : (
            <>
              <UsageChart starts={starts} series={toSeries(buckets, starts)} by={choice.by} nameOf={nameOf} />
              <UsageTable buckets={buckets} choice={choice} nameOf={nameOf} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** What a group is called, for a person. */
function namer(split: Split, keys: readonly Key[]): (group: string | null) => string {
  return (group) => {
    if (group === null || group === other) return group === null ? "Requests" : "Other";
    if (split === "key") return keys.find(({ id }) => id === group)?.name ?? group;
    return split === "endpoint" ? endpointName(group) : title(group);
  };
}
