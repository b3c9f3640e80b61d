import { useState } from "preact/hooks";
import { useDraft } from "../../state/drafts.ts";
import { ApiError } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import { state } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { CheckField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { NameField, OperatorField, PlanField } from "./account-fields.tsx";
import type { Plans } from "./account-fields.tsx";
import type { MadeLink } from "./link-dialog.tsx";

interface CreateAccountProps {
  readonly plans: Plans;
  /** Called with the setup link if the owner is new. */
  readonly onMade: (made: MadeLink | undefined) => void;
  readonly onClose: () => void;
}

export function CreateAccountDialog({ plans, onMade, onClose }: CreateAccountProps) {
  const [email, setEmail] = useDraft("create-account", "email", "");
  const [name, setName] = useDraft("create-account", "name", "");
  const [operator, setOperator] = useDraft("create-account", "operator", false);
  const [plan, setPlan] = useDraft("create-account", "plan", "free");
  const [asked, setAsked] = useState(false);
  const [acceptUnproven, setAcceptUnproven] = useState(false);
  const create = async () => {
    const named = name.trim() && { name };
    const known = acceptUnproven && { acceptUnproven };
    type Made = { readonly link: string | null; readonly mailed: boolean };
    const made = request<Made>("POST", "/accounts", { email, ...named, ...known, operator, plan });
    const { link, mailed } = await made.catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "address_not_proven") setAsked(true);
      throw error;
    });
    if (link === null) toast(`The account is ready. ${email} has a sign-in already and finds it there.`);
    onMade(link === null ? undefined : { email, link, mailed, isFor: "account" });
  };
  return (
    <Dialog title="Create an account" onClose={onClose}>
      <Form draft="create-account" submit="Create the account" onCancel={onClose} fields={["email"]} onSubmit={create}>
        {(problems) => (
          <>
            <TextField
              label="E-mail"
              value={email}
              onInput={setEmail}
              problem={problems["email"]}
              hint={`The owner's, used to sign in. ${state.value?.sendsMail ? "The link to set a password is sent there." : "No mail is sent."}`}
              input={{ type: "email", required: true, autocomplete: "off" }}
            />
            {asked && (
              <CheckField
                label="I know who signs in with this address"
                hint="The person becomes the owner right away."
                checked={acceptUnproven}
                onChange={setAcceptUnproven}
              />
            )}
            <NameField
              value={name}
              onInput={setName}
              hint="Shown to its members. Empty: the owner's address. They can change it."
            />
            <PlanField plans={plans} value={plan} onChange={setPlan} />
            <OperatorField checked={operator} onChange={setOperator} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
