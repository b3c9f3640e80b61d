import type { Verification } from "@selfsame/server/api/dashboard/answers/verifications";
import { request } from "../../api/request.ts";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";

interface CancelSessionProps {
  readonly subject: Verification;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function CancelSessionDialog({ subject: { id }, onClose, onChanged }: CancelSessionProps) {
  const cancel = async () => {
    await request("POST", `/verifications/${id}/cancel`);
    toast("The session is cancelled.");
    onChanged();
  };
  return (
    <Confirm title="Cancel the session?" action="Cancel the session" onConfirm={cancel} onClose={onClose}>
      <p>Its link opens nothing more, and whoever is on the page now is told so. It cannot be taken up again.</p>
    </Confirm>
  );
}
