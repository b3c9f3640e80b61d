import type { AccountRow } from "@selfsame/server/api/dashboard/answers/account";
import type { Resource } from "../../state/resource.ts";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useLocalList } from "../../ui/list/use-list.ts";
import { Empty } from "../../ui/parts.tsx";
import {
  type AccountAction,
  accountColumns,
  accountCsv,
  accountSorts,
  accountState,
  accountStateNames,
  accountStates,
  isMonthNear,
} from "./account-columns.tsx";
import type { Plans } from "./account-fields.tsx";

interface AccountTableProps {
  readonly accounts: Resource<{ readonly accounts: readonly AccountRow[] }>;
  readonly plans: Plans;
  readonly onAction: (action: AccountAction, account: AccountRow) => void;
}

export function AccountTable({ accounts, plans, onAction }: AccountTableProps) {
  const list = useLocalList<{ readonly accounts: readonly AccountRow[] }, AccountRow>({
    resource: accounts,
    rows: (data) => data.accounts,
    filters: {
      plan: ({ plan }, value) => plan === value,
      month: (account, value) => (value === "near") === isMonthNear(account),
      state: (account, value) => accountState(account) === value,
    },
    texts: ({ id, name, owners, plan }) => [name, ...owners, plan, id],
    sorts: accountSorts,
    firstSort: "-created",
    at: ({ createdAtMs }) => createdAtMs,
  });
  // Includes plans of accounts that are no longer configured.
  const planNames = [...new Set([...Object.keys(plans), ...(accounts.data?.accounts ?? []).map(({ plan }) => plan)])];
  return (
    <DataList
      list={list}
      search="Search accounts"
      placeholder="Search by name, owner or id"
      hasRange
      filters={
        <>
          <FilterField
            label="Filter by plan"
            every="Every plan"
            name="plan"
            options={planNames.map((value) => ({ value, text: value }))}
          />
          <FilterField
            label="State"
            every="Every state"
            name="state"
            options={accountStates.map((value) => ({ value, text: accountStateNames[value] }))}
          />
          <FilterField
            label="Month"
            every="Any use"
            name="month"
            options={[
              { value: "near", text: "80% used or more" },
              { value: "below", text: "Less than 80%" },
            ]}
          />
        </>
      }
      caption="Accounts"
      id={({ id }) => id}
      tone={({ closed }) => (closed ? "faint" : "")}
      columns={accountColumns(onAction)}
      file="accounts"
      csv={accountCsv}
      nothing="No account matches"
      all="Show all accounts"
      empty={
        <Empty title="No account yet" whole>
          <p>Create an account for a team: its owner gets a link to set a password.</p>
        </Empty>
      }
    />
  );
}
