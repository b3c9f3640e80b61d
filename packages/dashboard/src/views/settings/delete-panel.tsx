import { useState } from "preact/hooks";
import { go } from "../../state/route.ts";
import { leave, me } from "../../state/session.ts";
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
  return (
    <Panel
      title="Delete the account"
      lead="With its keys, its usage and its audit log, for good. The last owner stays until there is another."
    >
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete my account
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
