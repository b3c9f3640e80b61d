import { useState } from "preact/hooks";
import { makePasskey } from "../../../api/passkeys.ts";
import { request } from "../../../api/request.ts";
import type { Passkey, RecoveryCodes } from "@selfsame/server/api/dashboard/answers/sign-in";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { browserName } from "../browser-name.ts";

interface NameDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly start: string;
  readonly hint?: string;
  readonly onSubmit: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

function NameDialog({ title, submit, start, hint, onSubmit, onClose }: NameDialogProps) {
  const [name, setName] = useState(start);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={submit} onCancel={onClose} fields={["name"]} onSubmit={() => onSubmit(name)}>
        {(problems) => (
          <TextField
            label="Name of the passkey"
            value={name}
            onInput={setName}
            problem={problems["name"]}
            hint={hint}
            input={{ required: true, maxLength: 64, autocomplete: "off" }}
          />
        )}
      </Form>
    </Dialog>
  );
}

export function AddPasskeyDialog({
  onAdded,
  onClose,
}: {
  readonly onAdded: (made: RecoveryCodes) => void;
  readonly onClose: () => void;
}) {
  return (
    <NameDialog
      title="Add a passkey"
      submit="Add the passkey"
      start={browserName(navigator.userAgent)}
      hint="A name to recognize it by. Your browser then asks for your fingerprint, face or PIN."
      onSubmit={async (name) => onAdded(await makePasskey(name))}
      onClose={onClose}
    />
  );
}

interface OnPasskey {
  readonly passkey: Passkey;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function RenamePasskeyDialog({ passkey: { id, name }, onChanged, onClose }: OnPasskey) {
  const rename = async (next: string) => {
    await request("PATCH", `/passkeys/${id}`, { name: next });
    onChanged();
  };
  return (
    <NameDialog title="Rename the passkey" submit="Save the name" start={name} onSubmit={rename} onClose={onClose} />
  );
}

export function RemovePasskeyDialog({ passkey: { id, name }, onChanged, onClose }: OnPasskey) {
  const remove = async () => {
    await request("DELETE", `/passkeys/${id}`);
    onChanged();
  };
  return (
    <Confirm title={`Remove ${name}?`} action="Remove" onConfirm={remove} onClose={onClose}>
      <p>It can no longer sign you in. You are signed out everywhere else. Delete it on the device, too.</p>
    </Confirm>
  );
}
