import { useState } from "preact/hooks";
import { go } from "../../state/route.ts";
import { leave, may, me } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Panel } from "../../ui/parts.tsx";
import { DeleteAccountDialog } from "../accounts/delete-account-dialog.tsx";

function leaveForGood() {
  leave();
  go("/");
}

export function DeletePanel() {
  const [open, setOpen] = useState(false);
  const account = me.value?.account;
  if (!may("owner")) return null;
  return (
    <Panel
      title="Delete the team"
      lead="With its keys, its usage and its audit log, for good; and those of its people who belong to no other."
    >
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete the team
      </Button>
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
