import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import { request } from "../../api/request.ts";
import { toast } from "../../state/toasts.ts";
import { sessionPath } from "./session-list.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";

interface CancelSessionProps {
  readonly subject: Session;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function CancelSessionDialog({ subject: { id }, onClose, onChanged }: CancelSessionProps) {
  const cancel = async () => {
    await request("POST", `${sessionPath(id)}/cancel`);
    toast("The session is cancelled.");
    onChanged();
  };
  return (
    <Confirm
      title="Cancel the session?"
      action="Cancel the session"
      dismiss="Keep the session"
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>The link stops working, also for a person who has the page open. This cannot be undone.</p>
    </Confirm>
  );
}
