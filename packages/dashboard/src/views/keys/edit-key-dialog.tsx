import { useDraft } from "../../state/drafts.ts";
import { request } from "../../api/request.ts";
import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import { toast } from "../../state/toasts.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { demandsOf } from "./demands.ts";
import { BoundsFields, boundsFor, boundsOf, boundsText } from "./bounds-fields.tsx";
import {
  DemandsFields,
  LifeField,
  ModeField,
  NameField,
  OriginsField,
  expiryOf,
  modeOf,
  originsOf,
} from "./key-fields.tsx";
import type { KeyMode, Life } from "./key-fields.tsx";

interface EditKeyProps {
  readonly subject: Key;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function EditKeyDialog({ subject, onClose, onChanged }: EditKeyProps) {
  const isPublic = subject.kind === "public";
  const draft = `key ${subject.id}`;
  const [name, setName] = useDraft(draft, "name", subject.name);
  const [life, setLife] = useDraft<Life>(draft, "life", "keep");
  const [origins, setOrigins] = useDraft(draft, "origins", subject.allowed_origins.join("\n"));
  const [demands, setDemands] = useDraft(draft, "demands", demandsOf(subject));
  const [mode, setMode] = useDraft<KeyMode>(draft, "mode", modeOf(subject));
  const [bounds, setBounds] = useDraft(draft, "bounds", boundsFor(subject));
  const save = async () => {
    await request("PATCH", `/api/v3/keys/${subject.id}`, {
      name,
      ...(life !== "keep" && { expires_at: expiryOf(life) }),
      ...(mode !== modeOf(subject) && { challenge_mode: mode === "team" ? null : mode }),
      ...(isPublic ? { allowed_origins: originsOf(origins) } : { ...demands, ...boundsOf(bounds) }),
    });
    toast(`${name} is changed.`);
    onChanged();
    onClose();
  };
  return (
    <Dialog title={`Edit ${subject.name}`} onClose={onClose}>
      <Form
        draft={draft}
        submit="Save"
        onCancel={onClose}
        fields={["name", ...(isPublic ? ["allowed_origins"] : ["scopes", "address_ranges"])]}
        onSubmit={save}
      >
        {(problems) => (
          <>
            <NameField value={name} onInput={setName} problem={problems["name"]} />
            {isPublic && <OriginsField value={origins} onInput={setOrigins} problem={problems["allowed_origins"]} />}
            <LifeField value={life} onChange={setLife} current={subject.expires_at} />
            <ModeField value={mode} onChange={setMode} />
            {!isPublic && <DemandsFields value={demands} onChange={setDemands} />}
            {!isPublic && (
              <BoundsFields value={bounds} onChange={setBounds} problems={problems} open={boundsText(subject) !== ""} />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
