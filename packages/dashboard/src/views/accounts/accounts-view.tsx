import { useState } from "preact/hooks";
import type { AccountRow, Person } from "@selfsame/server/api/dashboard/answers/account";
import type { Plan } from "@selfsame/server/api/dashboard/answers/keys";
import { useResource } from "../../state/resource.ts";
import { route } from "../../state/route.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SearchField } from "../../ui/list.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { AuditLog } from "../audit/audit-log.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { AccountTable } from "./account-table.tsx";
import type { AccountAction } from "./account-table.tsx";
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
  const text = route.value.query.get("q") ?? "";
  const [open, setOpen] = useState<{ readonly action: AccountAction | "create"; readonly account?: AccountRow }>();
  const [link, setLink] = useState<MadeLink>();
  const close = () => setOpen(undefined);
  const act = (action: AccountAction, account: AccountRow) => setOpen({ action, account });
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
      <div class="toolbar">
        <SearchField label="Search accounts" placeholder="Search by name, owner or plan" value={text} />
      </div>
      <Loaded from={accounts}>
        {(data) => {
          const wanted = text.trim().toLowerCase();
          const rows = data.accounts.filter(({ id, name, owners, plan }) =>
            `${name} ${owners.join(" ")} ${plan} ${id}`.toLowerCase().includes(wanted),
          );
          return rows.length > 0 ? (
            <AccountTable accounts={rows} onAction={act} />
          ) : (
            <Empty title="No account fits">Try fewer letters.</Empty>
          );
        }}
      </Loaded>
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
