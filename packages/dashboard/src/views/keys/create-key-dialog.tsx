import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { MadeKey } from "../../api/types.ts";
import { madeKey } from "../../state/made-key.ts";
import { Choice } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { LifeField, NameField, OriginsField, expiryOf, originsOf } from "./key-fields.tsx";
import type { Life } from "./key-fields.tsx";

interface CreateKeyProps {
  readonly kind: "private" | "public";
  readonly onMade: (made: MadeKey) => void;
  readonly onClose: () => void;
}

const kinds = {
  private: "For your backend: it may call everything, and belongs where secrets are.",
  public: "For browsers: it can only start live challenges, from the origins below.",
} as const;

export function CreateKeyDialog({ kind: first, onMade, onClose }: CreateKeyProps) {
  const [kind, setKind] = useState(first);
  const [name, setName] = useState("");
  const [life, setLife] = useState<Life>("never");
  const [origins, setOrigins] = useState("");
  const create = async () => {
    const expiresAtMs = expiryOf(life);
    const body = { name, kind, expiresAtMs, ...(kind === "public" && { allowedOrigins: originsOf(origins) }) };
    const made = await request<MadeKey>("POST", "/keys", body);
    if (kind === "private") madeKey.value = made.secret;
    onMade(made);
  };
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form
        submit="Create the key"
        onCancel={onClose}
        fields={["name", ...(kind === "public" ? ["allowedOrigins"] : [])]}
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
                ]}
              />
              <p class="hint">{kinds[kind]}</p>
            </div>
            <NameField value={name} onInput={setName} problem={problems["name"]} />
            {kind === "public" && (
              <OriginsField value={origins} onInput={setOrigins} problem={problems["allowedOrigins"]} />
            )}
            <LifeField value={life} onChange={setLife} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
