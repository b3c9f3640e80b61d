import type { AccountRow } from "@selfsame/server/api/dashboard/answers/account";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { AuditLog } from "../audit/audit-log.tsx";
import type { AccountAction } from "./account-columns.tsx";
import type { Plans } from "./account-fields.tsx";
import { ChangeAccountDialog } from "./change-account-dialog.tsx";
import { CloseAccountDialog } from "./close-account-dialog.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

interface AccountDialogsProps {
  readonly action: AccountAction;
  readonly account: AccountRow;
  readonly plans: Plans;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The dialogs of an account's actions. */
export function AccountDialogs({ action, account, plans, onChanged, onClose }: AccountDialogsProps) {
  const { id, name } = account;
  switch (action) {
    case "change":
      return <ChangeAccountDialog account={account} plans={plans} onClose={onClose} onChanged={onChanged} />;
    case "close":
      return <CloseAccountDialog account={account} onClose={onClose} onChanged={onChanged} />;
    case "delete":
      return <DeleteAccountDialog account={account} path={`/accounts/${id}`} onClose={onClose} onDeleted={onChanged} />;
    case "audit":
      return (
        <Dialog title={`Audit log of ${name || "the account"}`} wide onClose={onClose}>
          <AuditLog path={`/accounts/${id}/audit`} />
        </Dialog>
      );
  }
}
