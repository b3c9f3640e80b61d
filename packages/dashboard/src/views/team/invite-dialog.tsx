import { useDraft } from "../../state/drafts.ts";
import { request } from "../../api/request.ts";
import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { state } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import type { MadeLink } from "../accounts/link-dialog.tsx";
import { RoleField } from "./role-field.tsx";

interface InviteProps {
  /** Called with the link, if the service sends no e-mail. */
  readonly onMade: (made: MadeLink | undefined) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ onMade, onClose }: InviteProps) {
  const [email, setEmail] = useDraft("invite", "email", "");
  const [role, setRole] = useDraft<Role>("invite", "role", "developer");
  const invite = async () => {
    const { link } = await request<{ readonly link: string | null }>("POST", "/invitations", { email, role });
    if (link === null) toast(`The invitation is on its way to ${email}.`);
    onMade(link === null ? undefined : { email, link, mailed: false, isFor: "invitation" });
  };
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form
        draft="invite"
        submit={state.value?.sendsMail ? "Send the invitation" : "Create the invitation"}
        onCancel={onClose}
        fields={["email"]}
        onSubmit={invite}
      >
        {(problems) => (
          <>
            <TextField
              label="E-mail"
              value={email}
              onInput={setEmail}
              problem={problems["email"]}
              hint={`${state.value?.sendsMail ? "The link is sent to this address only. Using it verifies the address." : "This service sends no mail: you get a link to pass on, and the address stays unverified."} An earlier invitation for the same address is revoked.`}
              input={{ type: "email", required: true, autocomplete: "off" }}
            />
            <RoleField value={role} onChange={setRole} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
