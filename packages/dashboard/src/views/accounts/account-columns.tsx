import type { AccountRow } from "@selfsame/server/api/dashboard/answers/account";
import { me } from "../../state/session.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import { type CsvFields, isoTime } from "../../ui/list/csv.ts";
import type { SortKeys } from "../../ui/list/local-rows.ts";
import { Badge } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { isNearLimit, monthTone } from "../limits/month-use.tsx";
import { count, many, percent } from "../../ui/words/words.ts";
import { Breakable } from "../../ui/words/breakable.tsx";

export type AccountAction = "change" | "close" | "delete" | "audit";

/** Values of the state filter. "waiting": the account has no owner yet, because nobody has set it up. */
export const accountStates = ["open", "waiting", "closed"] as const;
export type AccountState = (typeof accountStates)[number];
export const accountStateNames: Readonly<Record<AccountState, string>> = {
  open: "Open",
  waiting: "Waiting for its setup",
  closed: "Closed",
};

/** Whether the plan's monthly quota is nearly or completely used. */
export const isMonthNear = ({ monthUsed: used, monthQuota: quota }: AccountRow): boolean =>
  quota !== null && isNearLimit({ used, quota });

export const accountState = ({ closed, owners }: AccountRow): AccountState =>
  closed ? "closed" : owners.length === 0 ? "waiting" : "open";

export const accountSorts: SortKeys<AccountRow> = {
  name: ({ name }) => name || null,
  plan: ({ plan }) => plan,
  month: ({ monthCount }) => monthCount,
  created: ({ createdAtMs }) => createdAtMs,
};

export const accountCsv: CsvFields<AccountRow> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  state: accountState,
  owners: ({ owners }) => owners.join(" "),
  members: ({ memberCount }) => memberCount,
  plan: ({ plan }) => plan,
  requests_this_month: ({ monthCount }) => monthCount,
  used_of_month: ({ monthUsed }) => monthUsed,
  month_quota: ({ monthQuota }) => monthQuota,
  created: ({ createdAtMs }) => isoTime(createdAtMs),
};

const names: Readonly<Record<AccountAction, string>> = {
  change: "Change",
  audit: "Log",
  close: "Close",
  delete: "Delete",
};

export const accountColumns = (
  onAction: (action: AccountAction, account: AccountRow) => void,
): readonly Column<AccountRow>[] => [
  {
    title: "Account",
    sort: "name",
    cell: ({ id, name, closed }) => (
      <div class="two-lines">
        <span class="strong">
          <Breakable text={name || "not set up yet"} />{" "}
          {id === me.value?.account.id && <Badge tone="accent">yours</Badge>}{" "}
          {closed && <Badge tone="bad">closed</Badge>}
        </span>
        <span class="faint">
          <code>{id}</code>
        </span>
      </div>
    ),
  },
  {
    title: "Owners",
    cell: ({ owners, memberCount }) => (
      <div class="two-lines">
        <span>
          <Breakable text={owners.join(", ")} />
        </span>
        {memberCount > 1 && <span class="faint">{many(memberCount, "member")}</span>}
      </div>
    ),
  },
  { title: "Plan", sort: "plan", cell: ({ plan }) => plan },
  {
    title: "This month",
    kind: "number",
    sort: "-month",
    cell: (account) => {
      const { id, monthCount, monthUsed: used, monthQuota: quota } = account;
      return (
        <div class="two-lines">
          <a href={`#/usage?range=30d${id === me.value?.account.id ? "" : `&account=${encodeURIComponent(id)}`}`}>
            {count(monthCount)}
          </a>
          {isMonthNear(account) && quota !== null && (
            <span>
              <Badge tone={monthTone({ used, quota })}>{percent(used / quota)} of the plan</Badge>
            </span>
          )}
        </div>
      );
    },
  },
  { title: "Created", sort: "-created", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: (account) => {
      const [first, ...more] = actionsOf(account).map((action) => ({
        text: labelOf(action, account),
        label: `${labelOf(action, account)} ${account.name}`,
        danger: action === "delete" || (action === "close" && !account.closed),
        run: () => onAction(action, account),
      }));
      return <RowActions subject={account.name || account.id} first={first} more={more} />;
    },
  },
];

function actionsOf({ closed, owners }: AccountRow): readonly AccountAction[] {
  if (closed) return ["audit", "close", "delete"];
  return owners.length === 0 ? ["change", "audit"] : ["change", "audit", "close"];
}

const labelOf = (action: AccountAction, { closed }: AccountRow): string =>
  action === "close" && closed ? "Open again" : names[action];
