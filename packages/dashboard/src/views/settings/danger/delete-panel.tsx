import { useState } from "preact/hooks";
import { go } from "../../../state/route.ts";
import { leave, may, me } from "../../../state/session.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { DeleteAccountDialog } from "../../accounts/delete-account-dialog.tsx";

function leaveForGood() {
  leave();
  go("/");
}

export function DeletePanel() {
  const [open, setOpen] = useState(false);
  const account = me.value?.account;
  return (
    <Panel
      title="Delete the team"
      lead="Permanently deletes its keys, usage and audit log, and the members who belong to no other team."
    >
      {may("owner") && (
        <Button kind="danger" onClick={() => setOpen(true)}>
          Delete the team
        </Button>
      )}
      <RoleHint needs="owner" to="delete the team" />
      {open && account && (
        <DeleteAccountDialog
          account={account}
          path="/account"
          onClose={() => setOpen(false)}
          onDeleted={leaveForGood}
        />
      )}
    </Panel>
  );
}
