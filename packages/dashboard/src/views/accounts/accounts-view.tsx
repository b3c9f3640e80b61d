import { useState } from "preact/hooks";
import type { AccountRow } from "@selfsame/server/api/dashboard/answers/account";
import type { Plan } from "@selfsame/server/api/dashboard/answers/keys";
import { useResource } from "../../state/resource.ts";
import { Button } from "../../ui/forms/button.tsx";
import { PageHead } from "../../ui/parts.tsx";
import type { AccountAction } from "./account-columns.tsx";
import { AccountDialogs } from "./account-dialogs.tsx";
import { AccountTable } from "./account-table.tsx";
import { CreateAccountDialog } from "./create-account-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import type { MadeLink } from "./link-dialog.tsx";

export function AccountsView() {
  const accounts = useResource<{ accounts: readonly AccountRow[] }>("/accounts");
  const plans = useResource<{ plans: Readonly<Record<string, Plan>> }>("/plans").data?.plans ?? {};
  const [creating, setCreating] = useState(false);
  const [open, setOpen] = useState<{ readonly action: AccountAction; readonly account: AccountRow }>();
  const [link, setLink] = useState<MadeLink>();
  return (
    <>
      <PageHead
        title="Accounts"
        lead="The teams that use this service, with their plan. For their members, see People."
      >
        <Button kind="primary" onClick={() => setCreating(true)}>
          Create an account
        </Button>
      </PageHead>
      <AccountTable accounts={accounts} plans={plans} onAction={(action, account) => setOpen({ action, account })} />
      {creating && (
        <CreateAccountDialog
          plans={plans}
          onClose={() => setCreating(false)}
          onMade={(made) => {
            setCreating(false);
            void accounts.reload();
            setLink(made);
          }}
        />
      )}
      {open && (
        <AccountDialogs
          {...open}
          plans={plans}
          onClose={() => setOpen(undefined)}
          onChanged={() => {
            setOpen(undefined);
            void accounts.reload();
          }}
        />
      )}
      {link && <LinkDialog made={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
