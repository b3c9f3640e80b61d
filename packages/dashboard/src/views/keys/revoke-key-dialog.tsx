import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Key, Keys } from "@selfsame/server/api/v3/schemas/keys";
import { useResource } from "../../state/resource.ts";
import { toast } from "../../state/toasts.ts";
import { CheckField } from "../../ui/forms/field.tsx";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { aboutDay } from "../../ui/words/times.ts";
import { activeHeirs } from "./keys-shown.ts";
import { keysPath } from "./keys-path.ts";

interface RevokeKeyProps {
  readonly subject: Key;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function RevokeKeyDialog({ subject, onClose, onChanged }: RevokeKeyProps) {
  const made = activeHeirs(useResource<Keys>(keysPath).data?.keys ?? [], subject.id);
  const [withMade, setWithMade] = useState(false);
  const revoke = async () => {
    await request("DELETE", `/api/v3/keys/${subject.id}?created_with=${withMade}`);
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
        {subject.last_used_on === null ? "It was never used." : `It was last used ${aboutDay(subject.last_used_on)}.`}
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
