import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Account } from "@selfsame/server/api/dashboard/answers";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { PlanField, RoleField } from "./account-fields.tsx";
import type { Plans } from "./account-fields.tsx";
import type { MadeLink } from "./link-dialog.tsx";

interface CreateAccountProps {
  readonly plans: Plans;
  readonly onMade: (made: MadeLink) => void;
  readonly onClose: () => void;
}

export function CreateAccountDialog({ plans, onMade, onClose }: CreateAccountProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Account["role"]>("member");
  const [plan, setPlan] = useState("free");
  const create = async () => {
    const { link } = await request<{ link: string }>("POST", "/accounts", { email, role, plan });
    onMade({ email, link, isNew: true });
  };
  return (
    <Dialog title="Create an account" onClose={onClose}>
      <Form submit="Create the account" onCancel={onClose} fields={["email"]} onSubmit={create}>
        {(problems) => (
          <>
            <TextField
              label="E-mail"
              value={email}
              onInput={setEmail}
              problem={problems["email"]}
              hint="The name to sign in with. Nothing is sent to it."
              input={{ type: "email", required: true, autocomplete: "off" }}
            />
            <RoleField value={role} onChange={setRole} />
            <PlanField plans={plans} value={plan} onChange={setPlan} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
