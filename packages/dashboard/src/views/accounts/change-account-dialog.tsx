import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Account } from "@selfsame/server/api/dashboard/answers/account";
import { toast } from "../../state/toasts.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { NameField, PlanField } from "./account-fields.tsx";
import type { Plans } from "./account-fields.tsx";

interface ChangeAccountProps {
  readonly account: Account;
  readonly plans: Plans;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function ChangeAccountDialog({ account, plans, onChanged, onClose }: ChangeAccountProps) {
  const [name, setName] = useState(account.name);
  const [plan, setPlan] = useState(account.plan);
  const change = async () => {
    const changes = { ...(name.trim() !== account.name && { name }), ...(plan !== account.plan && { plan }) };
    await request("PATCH", `/accounts/${account.id}`, changes);
    toast(`${name || "The account"} is changed.`);
    onChanged();
  };
  return (
    <Dialog title={`Change ${account.name || "the account"}`} onClose={onClose}>
      <Form submit="Save" onCancel={onClose} onSubmit={change}>
        {() => (
          <>
            <NameField value={name} onInput={setName} />
            <PlanField plans={plans} value={plan} onChange={setPlan} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
