import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Key, MadeKey } from "@selfsame/server/api/v3/schemas/keys";
import { madeKey } from "../../state/made-key.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { SelectField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";

interface RotateKeyProps {
  readonly subject: Key;
  readonly onClose: () => void;
  readonly onMade: (made: MadeKey) => void;
}

const overlaps = [
  { value: "0", text: "No overlap: it ends now" },
  { value: "3600", text: "1 hour" },
  { value: "86400", text: "1 day" },
  { value: "604800", text: "7 days" },
] as const;

export function RotateKeyDialog({ subject, onClose, onMade }: RotateKeyProps) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("86400");
  const rotate = async () => {
    const made = await request<MadeKey>("POST", `/api/v3/keys/${subject.id}/rotate`, { overlap_s: Number(overlap) });
    if (subject.kind === "private") madeKey.value = made.secret;
    onMade(made);
  };
  return (
    <Dialog title={`Rotate ${subject.name}`} onClose={onClose}>
      <Form submit="Create the new key" onCancel={onClose} onSubmit={rotate}>
        {() => (
          <>
            <p>
              Creates a new key with the same name and rights. <code>{subject.display}</code> continues to work for a
              while, so that nothing stops while you replace it.
            </p>
            <SelectField label="The old key works for" value={overlap} options={overlaps} onChange={setOverlap} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
