import { useState } from "preact/hooks";
import { useDraft } from "../../state/drafts.ts";
import { request } from "../../api/request.ts";
import type { Key, MadeKey } from "@selfsame/server/api/v3/schemas/keys";
import { madeKey } from "../../state/made-key.ts";
import { Choice } from "../../ui/forms/choice.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { BoundsFields, boundsFor, boundsOf } from "./bounds-fields.tsx";
import { usualDemands } from "./demands.ts";
import { DemandsFields, LifeField, NameField, OriginsField, expiryOf, originsOf } from "./key-fields.tsx";
import type { Life } from "./key-fields.tsx";

interface CreateKeyProps {
  readonly kind: Key["kind"];
  readonly onMade: (made: MadeKey) => void;
  readonly onClose: () => void;
}

const kinds = {
  private: "For your backend. It can call every endpoint unless you restrict it. Store it as a secret.",
  public: "For browsers: it can only start live challenges, from the origins below.",
  test: "For testing an integration: you choose the outcome of each call. No photo is analyzed and nothing is billed.",
} as const;

export function CreateKeyDialog({ kind: first, onMade, onClose }: CreateKeyProps) {
  const [kind, setKind] = useState(first);
  const [name, setName] = useDraft("create-key", "name", "");
  const [life, setLife] = useDraft<Life>("create-key", "life", "never");
  const [origins, setOrigins] = useDraft("create-key", "origins", "");
  const [demands, setDemands] = useDraft("create-key", "demands", usualDemands);
  const [bounds, setBounds] = useDraft("create-key", "bounds", boundsFor());
  const create = async () => {
    const ofPrivate = kind === "private" ? demands : {};
    const own = kind === "public" ? { allowed_origins: originsOf(origins) } : { ...ofPrivate, ...boundsOf(bounds) };
    const body = { name, kind, expires_at: expiryOf(life), ...own };
    const made = await request<MadeKey>("POST", "/api/v3/keys", body);
    if (kind === "private") madeKey.value = made.secret;
    onMade(made);
  };
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form
        draft="create-key"
        submit="Create the key"
        onCancel={onClose}
        fields={["name", ...(kind === "public" ? ["allowed_origins"] : ["scopes", "address_ranges"])]}
        onSubmit={create}
      >
        {(problems) => (
          <>
            <div class="field">
              <Choice
                label="Kind"
                value={kind}
                onChange={setKind}
                options={[
                  { value: "private", text: "Private" },
                  { value: "public", text: "Public" },
                  { value: "test", text: "Test" },
                ]}
              />
              <p class="hint">{kinds[kind]}</p>
            </div>
            <NameField value={name} onInput={setName} problem={problems["name"]} />
            {kind === "public" && (
              <OriginsField value={origins} onInput={setOrigins} problem={problems["allowed_origins"]} />
            )}
            <LifeField value={life} onChange={setLife} />
            {kind === "private" && <DemandsFields value={demands} onChange={setDemands} />}
            {kind !== "public" && <BoundsFields value={bounds} onChange={setBounds} problems={problems} open={false} />}
          </>
        )}
      </Form>
    </Dialog>
  );
}
