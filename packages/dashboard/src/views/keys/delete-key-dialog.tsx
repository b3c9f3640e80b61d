import { request } from "../../api/request.ts";
import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";

interface DeleteKeyProps {
  readonly subject: Key;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function DeleteKeyDialog({ subject, onClose, onChanged }: DeleteKeyProps) {
  const remove = async () => {
    await request("DELETE", `/keys/${subject.id}`);
    toast(`${subject.name} is deleted.`);
    onChanged();
  };
  return (
    <Confirm title={`Delete ${subject.name}?`} action="Delete the key" onConfirm={remove} onClose={onClose}>
      <p>
        The key and its usage are deleted. This month's requests still count against your plan, without the key's name,
        until the month is over.
      </p>
    </Confirm>
  );
}
