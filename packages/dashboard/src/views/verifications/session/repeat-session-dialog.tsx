import { useState } from "preact/hooks";
import type { Session, SessionLink } from "@selfsame/server/api/v3/sessions/session-schemas";
import { request } from "../../../api/request.ts";
import { sessionPath } from "../session-list.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FileField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";

interface RepeatSessionProps {
  readonly subject: Session;
  readonly onMade: (made: SessionLink) => void;
  readonly onClose: () => void;
}

/** Creates another session for the person of an ended one. The reference was deleted when that session ended, so it is requested again. */
export function RepeatSessionDialog({ subject, onMade, onClose }: RepeatSessionProps) {
  const { id, external_id } = subject;
  const needsReference = subject.repeat_needs === "reference";
  const [photo, setPhoto] = useState<File>();
  const [missing, setMissing] = useState(false);
  const create = async () => {
    setMissing(needsReference && !photo);
    if (needsReference && !photo) return;
    onMade(await request<SessionLink>("POST", `${sessionPath(id)}/repeat`, photo && formOf(photo)));
  };
  return (
    <Dialog title="Create another session" onClose={onClose}>
      <Form submit="Create the session" onCancel={onClose} fields={["reference"]} onSubmit={create}>
        {(problems) => (
          <>
            <p>
              For the same person{external_id === null ? "" : `, ${external_id}`}: with the same external id, metadata
              and settings as this session. It has a new link, which works for 24 hours.
            </p>
            {needsReference && (
              <FileField
                label="Reference photo"
                accept="image/jpeg,image/png,image/webp"
                onFile={setPhoto}
                problem={missing ? "Choose a photo of the person." : problems["reference"]}
                hint="A photo of this person alone. The earlier one was deleted when the session ended. This one is analyzed and not stored."
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

function formOf(photo: File): FormData {
  const form = new FormData();
  form.set("reference", photo);
  return form;
}
