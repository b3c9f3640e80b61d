import type { Session, SessionLink } from "@selfsame/server/api/v3/sessions/session-schemas";
import { request } from "../../../api/request.ts";
import { sessionPath } from "../session-list.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../ui/forms/form.tsx";

interface NewLinkProps {
  readonly subject: Session;
  readonly onMade: (made: SessionLink) => void;
  readonly onClose: () => void;
}

export function NewLinkDialog({ subject: { id }, onMade, onClose }: NewLinkProps) {
  const create = async () => onMade(await request<SessionLink>("POST", `${sessionPath(id)}/link`, {}));
  return (
    <Dialog title="Create a new link?" onClose={onClose}>
      <Form submit="Create a new link" onCancel={onClose} onSubmit={create}>
        {() => (
          <div class="prose">
            <p>
              The link you sent before stops working at once, also for a person who has the page open. The session, its
              attempts and its settings stay. The person who opens the new link consents again, and has at least 24
              hours.
            </p>
          </div>
        )}
      </Form>
    </Dialog>
  );
}
