import { explain } from "../../api/api-error.ts";
import type { AccountRow } from "@selfsame/server/api/dashboard/answers/account";
import { me } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { count, many } from "../../ui/words/words.ts";

export type AccountAction = "change" | "close" | "delete" | "audit";

interface AccountTableProps {
  readonly accounts: readonly AccountRow[];
  readonly onAction: (action: AccountAction, account: AccountRow) => Promise<void> | void;
}

const names: Readonly<Record<AccountAction, string>> = {
  change: "Change",
  audit: "Log",
  close: "Close",
  delete: "Delete",
};

export function AccountTable({ accounts, onAction }: AccountTableProps) {
  const act = async (action: AccountAction, account: AccountRow) => {
    try {
      await onAction(action, account);
    } catch (error) {
      toast(explain(error), "failed");
    }
  };
  return (
    <Table
      caption="Accounts"
      rows={accounts}
      id={({ id }) => id}
      tone={({ closed }) => (closed ? "faint" : "")}
      columns={[
        {
          title: "Account",
          cell: ({ id, name, closed }) => (
            <div class="two-lines">
              <span class="strong">
                {name || "not set up yet"} {id === me.value?.account.id && <Badge tone="accent">yours</Badge>}{" "}
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
              <span>{owners.join(", ")}</span>
              {memberCount > 1 && <span class="faint">{many(memberCount, "member")}</span>}
            </div>
          ),
        },
        { title: "Plan", cell: ({ plan }) => plan },
        {
          title: "This month",
          kind: "number",
          cell: ({ id, monthCount }) => (
            <a href={`#/usage?range=30d${id === me.value?.account.id ? "" : `&account=${encodeURIComponent(id)}`}`}>
              {count(monthCount)}
            </a>
          ),
        },
        { title: "Created", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (account) =>
            actionsOf(account).map((action) => (
              <Button
                key={action}
                size="small"
                kind="quiet"
                label={`${labelOf(action, account)} ${account.name}`}
                onClick={() => void act(action, account)}
              >
                {labelOf(action, account)}
              </Button>
            )),
        },
      ]}
    />
  );
}

function actionsOf({ closed, owners }: AccountRow): readonly AccountAction[] {
  if (closed) return ["audit", "close", "delete"];
  return owners.length === 0 ? ["change", "audit"] : ["change", "audit", "close"];
}

const labelOf = (action: AccountAction, { closed }: AccountRow): string =>
  action === "close" && closed ? "Open again" : names[action];
