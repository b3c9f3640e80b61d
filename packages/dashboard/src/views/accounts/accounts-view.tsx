import { useState } from "preact/hooks";
import type { AccountRow, Person } from "@selfsame/server/api/dashboard/answers/account";
import type { Plan } from "@selfsame/server/api/dashboard/answers/keys";
import { useResource } from "../../state/resource.ts";
import { Button } from "../../ui/forms/button.tsx";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useLocalList } from "../../ui/list/use-list.ts";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { AuditLog } from "../audit/audit-log.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import {
  type AccountAction,
  accountColumns,
  accountCsv,
  accountSorts,
  accountState,
  accountStateNames,
  accountStates,
} from "./account-columns.tsx";
import { ChangeAccountDialog } from "./change-account-dialog.tsx";
import { CloseAccountDialog } from "./close-account-dialog.tsx";
import { CreateAccountDialog } from "./create-account-dialog.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import type { MadeLink } from "./link-dialog.tsx";

export function AccountsView() {
  const accounts = useResource<{ accounts: readonly AccountRow[] }>("/accounts");
  const plans = useResource<{ plans: Readonly<Record<string, Plan>> }>("/plans").data?.plans ?? {};
  const people = useResource<{ people: readonly Person[] }>("/people").data?.people ?? [];
  const list = useLocalList<{ readonly accounts: readonly AccountRow[] }, AccountRow>({
    resource: accounts,
    rows: (data) => data.accounts,
    filters: {
      plan: ({ plan }, value) => plan === value,
      state: (account, value) => accountState(account) === value,
    },
    texts: ({ id, name, owners, plan }) => [name, ...owners, plan, id],
    sorts: accountSorts,
    firstSort: "-created",
    at: ({ createdAtMs }) => createdAtMs,
  });
  // An account may still have a plan that is no longer configured.
  const planNames = [...new Set([...Object.keys(plans), ...(accounts.data?.accounts ?? []).map(({ plan }) => plan)])];
  const [open, setOpen] = useState<{ readonly action: AccountAction | "create"; readonly account?: AccountRow }>();
  const [link, setLink] = useState<MadeLink>();
  const close = () => setOpen(undefined);
  const changed = () => {
    close();
    void accounts.reload();
  };
  return (
    <>
      <PageHead
        title="Accounts"
        lead="The teams that use this service, with their plan. For their members, see People."
      >
        <Button kind="primary" onClick={() => setOpen({ action: "create" })}>
          Create an account
        </Button>
      </PageHead>
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
          </>
        }
        caption="Accounts"
        id={({ id }) => id}
        tone={({ closed }) => (closed ? "faint" : "")}
        columns={accountColumns((action, account) => setOpen({ action, account }))}
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
      {open?.action === "create" && (
        <CreateAccountDialog
          plans={plans}
          onClose={close}
          onMade={(made) => {
            changed();
            setLink(made);
          }}
        />
      )}
      {open?.action === "change" && open.account && (
        <ChangeAccountDialog account={open.account} plans={plans} onClose={close} onChanged={changed} />
      )}
      {open?.action === "close" && open.account && (
        <CloseAccountDialog account={open.account} onClose={close} onChanged={changed} />
      )}
      {open?.action === "delete" && open.account && (
        <DeleteAccountDialog
          account={open.account}
          path={`/accounts/${open.account.id}`}
          onClose={close}
          onDeleted={changed}
        />
      )}
      {open?.action === "audit" && open.account && (
        <Dialog title={`Audit log of ${open.account.name || "the account"}`} wide onClose={close}>
          <AuditLog
            path={`/accounts/${open.account.id}/audit`}
            nameOf={(id) =>
              people.find((person) => person.id === id)?.email ??
              accounts.data?.accounts.find((account) => account.id === id)?.name ??
              ""
            }
          />
        </Dialog>
      )}
      {link && <LinkDialog made={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
