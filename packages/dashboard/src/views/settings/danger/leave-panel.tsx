import { useState } from "preact/hooks";
import { me } from "../../../state/session.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { LeaveDialog } from "../../team/confirm-dialogs.tsx";

export function LeavePanel() {
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title="Leave the team"
      lead={`You lose access to ${me.value?.account.name ?? "the team"}. Only an invitation brings you back.`}
    >
      <Button onClick={() => setOpen(true)}>Leave the team</Button>
      {open && <LeaveDialog onClose={() => setOpen(false)} />}
    </Panel>
  );
}
