import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { state } from "../../state/session.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import type { MadeLink } from "../accounts/link-dialog.tsx";
import { RoleField } from "./role-field.tsx";

interface InviteProps {
  readonly onMade: (made: MadeLink) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ onMade, onClose }: InviteProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("developer");
  const invite = async () => {
    const made = await request<Pick<MadeLink, "link" | "mailed">>("POST", "/invitations", { email, role });
    onMade({ email, link: made.link, mailed: made.mailed, isFor: "invitation" });
  };
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form submit="Make the invitation" onCancel={onClose} fields={["email"]} onSubmit={invite}>
        {(problems) => (
          <>
            <TextField
              label="E-mail"
              value={email}
              onInput={setEmail}
              problem={problems["email"]}
              hint={`${state.value?.sendsMail ? "The invitation is sent to it, and" : "Nothing is sent to it:"} you get a link to pass on. An invitation made before for the same address ends.`}
              input={{ type: "email", required: true, autocomplete: "off" }}
            />
            <RoleField value={role} onChange={setRole} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
