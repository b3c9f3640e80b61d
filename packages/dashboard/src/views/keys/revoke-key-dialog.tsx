import { request } from "../../api/request.ts";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { aboutDay } from "../../ui/words/times.ts";

interface RevokeKeyProps {
  readonly subject: Key;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function RevokeKeyDialog({ subject, onClose, onChanged }: RevokeKeyProps) {
  const revoke = async () => {
    await request("POST", `/keys/${subject.id}/revoke`);
    toast(`${subject.name} is revoked.`);
    onChanged();
  };
  return (
    <Confirm title={`Revoke ${subject.name}?`} action="Revoke the key" onConfirm={revoke} onClose={onClose}>
      <p>
        Requests with <code>{subject.display}</code> are rejected from now on. This cannot be undone; to replace a key
        without a gap, rotate it.
      </p>
      <p>
        {subject.lastUsedDay === null ? "It was never used." : `It was last used ${aboutDay(subject.lastUsedDay)}.`}
      </p>
    </Confirm>
  );
}
