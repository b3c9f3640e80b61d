import type { Account } from "@selfsame/server/api/dashboard/answers/account";
import type { Keys } from "@selfsame/server/api/v3/schemas/keys";
import type { Usage } from "@selfsame/server/api/v3/schemas/usage";
import { useResource } from "../../state/resource.ts";
import { mode } from "../../state/mode.ts";
import { route } from "../../state/route.ts";
import { isOperator, may, me } from "../../state/session.ts";
import { takeFile } from "../../state/take-file.ts";
import { Button } from "../../ui/forms/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { endpointName, title } from "../../ui/words/words.ts";
import { readChoice, startsOf, usagePath } from "./choices.ts";
import type { UsageChoice } from "./choices.ts";
import { other } from "./series.ts";
import { UsageChart } from "./usage-chart.tsx";
import { UsageControls } from "./usage-controls.tsx";
import { UsageTable } from "./usage-table.tsx";
import { keysPath } from "../keys/keys-path.ts";

const refreshMs = 3000;

export function UsageView() {
  const choice = readChoice(route.value.query, mode.value);
  const nowMs = Date.now();
  const path = usagePath(choice, nowMs);
  const usage = useResource<Usage>(path, refreshMs);
  const keys = useResource<Keys>(keysPath).data?.keys ?? [];
  const accounts =
    useResource<{ accounts: readonly Account[] }>(isOperator.value ? "/accounts" : undefined).data?.accounts ?? [];
  const starts = startsOf(choice, nowMs);
  return (
    <>
      <PageHead
        title="Usage"
        lead="Every request with a key, by outcome. Hours are in your time zone; days and months are UTC, as plans count them."
      >
        <Button onClick={() => void takeFile(path, "usage.csv")}>
          <DownloadIcon />
          CSV
        </Button>
      </PageHead>
      <UsageControls choice={choice} keys={keys} accounts={accounts} ownId={me.value?.account.id ?? ""} />
      <Loaded from={usage} lines={9}>
        {(data) => {
          const nameOf = namer(choice, data.keys ?? {});
          return data.rows.length === 0 ? (
            <Empty title="No requests in this time" whole>
              <p>
                {may("developer") ? (
                  <>
                    Choose a longer range, or <a href="#/playground/verify">send a request</a> from the playground: it
                    shows here within seconds.
                  </>
                ) : (
                  "Choose a longer range. A request shows here within seconds."
                )}
              </p>
            </Empty>
          ) : (
            <>
              <UsageChart usage={data} starts={starts} choice={choice} nameOf={nameOf} />
              <UsageTable usage={data} choice={choice} nameOf={nameOf} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Readable name of a group. Keys of the same name get their last characters; with all accounts, keys also get the account's name. */
function namer({ split }: UsageChoice, keys: NonNullable<Usage["keys"]>): (group: string | null) => string {
  const keyName = (id: string): string => {
    const key = keys[id];
    if (!key) return `deleted key (${id.slice(-4)})`;
    const whose = key.account === undefined ? "" : `, ${key.account}`;
    const twins = Object.values(keys).filter(({ name, account }) => name === key.name && account === key.account);
    return key.name + (twins.length > 1 ? ` (${key.display.slice(-4)})` : "") + whose;
  };
  return (group) => {
    if (group === null || group === other) return group === null ? "Requests" : "Other";
    if (split === "key") return keyName(group);
    return split === "endpoint" ? endpointName(group) : title(group);
  };
}
