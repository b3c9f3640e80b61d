import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Account } from "@selfsame/server/api/dashboard/answers/account";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { TextField } from "../../ui/forms/field.tsx";

interface DeleteAccountProps {
  readonly account: Account;
  /** Path below the API. */
  readonly path: string;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Deletion cannot be undone, so the person types the account's name. */
export function DeleteAccountDialog({ account, path, onDeleted, onClose }: DeleteAccountProps) {
  const [typed, setTyped] = useState("");
  const [missed, setMissed] = useState(false);
  const name = account.name;
  const remove = async () => {
    setMissed(typed.trim().toLowerCase() !== name.toLowerCase());
    if (typed.trim().toLowerCase() !== name.toLowerCase()) return false;
    await request("DELETE", path);
    toast(`${name} is deleted.`);
    onDeleted();
    return true;
  };
  return (
    <Confirm title={`Delete ${name}?`} action="Delete the account" onConfirm={remove} onClose={onClose}>
      <p>
        Its keys stop working at once. The account, its keys, its usage and its audit log are deleted, for good, and
        those of its people who belong to no other.
      </p>
      <TextField
        label="Type its name to confirm"
        value={typed}
        onInput={setTyped}
        problem={missed ? `This is not ${name}.` : undefined}
        input={{ autocomplete: "off", required: true }}
      />
    </Confirm>
  );
}
