import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import { toast } from "../../state/toasts.ts";
import { CheckField } from "../../ui/forms/field.tsx";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { aboutDay } from "../../ui/words/times.ts";

interface RevokeKeyProps {
  readonly subject: Key;
  /** Active keys that came of it. */
  readonly made: number;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function RevokeKeyDialog({ subject, made, onClose, onChanged }: RevokeKeyProps) {
  const [withMade, setWithMade] = useState(false);
  const revoke = async () => {
    await request("POST", `/keys/${subject.id}/revoke`, { withMade });
    toast(withMade ? `${subject.name} and what it created are revoked.` : `${subject.name} is revoked.`);
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
      {made > 0 && (
        <CheckField
          label={made === 1 ? "Revoke the key that it created, too" : `Revoke the ${made} keys that it created, too`}
          hint={`Otherwise ${made === 1 ? "it keeps" : "they keep"} working. Choose this if somebody else may have used ${subject.name}.`}
          checked={withMade}
          onChange={setWithMade}
        />
      )}
    </Confirm>
  );
}
