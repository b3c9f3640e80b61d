import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { toast } from "../../state/toasts.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { RoleField } from "./role-field.tsx";

interface RoleDialogProps {
  readonly member: Member;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function RoleDialog({ member: { id, email, role: before }, onChanged, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(before);
  const change = async () => {
    await request("PATCH", `/members/${id}`, { role });
    toast(`${email ?? "The member"} is ${role} now.`);
    onChanged();
  };
  return (
    <Dialog title={`Change the role of ${email ?? "the member"}`} onClose={onClose}>
      <Form submit="Save" onCancel={onClose} onSubmit={change}>
        {() => <RoleField value={role} onChange={setRole} />}
      </Form>
    </Dialog>
  );
}
