import { request } from "../../api/request.ts";
import type { Account } from "@selfsame/server/api/dashboard/answers/account";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";

interface CloseAccountProps {
  readonly account: Account;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Closes an account, or opens a closed one again. */
export function CloseAccountDialog({ account: { id, name: called, closed }, onChanged, onClose }: CloseAccountProps) {
  const name = called || "the account";
  const confirm = async () => {
    await request("PATCH", `/accounts/${id}`, { closed: !closed });
    toast(closed ? `${name} is open again.` : `${name} is closed.`);
    onChanged();
  };
  return (
    <Confirm
      title={closed ? `Open ${name} again?` : `Close ${name}?`}
      action={closed ? "Open the account" : "Close the account"}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {closed
          ? "Its keys work again, and its people see it."
          : "Its keys stop working and its members are signed out, at once. Usage and audit log stay; you can reopen it."}
      </p>
    </Confirm>
  );
}
