import { request } from "../../../api/request.ts";
import type { Branding } from "@selfsame/server/api/v3/schemas/branding";
import { useDraft } from "../../../state/drafts.ts";
import { toast } from "../../../state/toasts.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { BrandingFields, type Field, fields, isColor } from "./branding-fields.tsx";
import { brandingPath } from "./branding-path.ts";
import { BrandingPreview } from "./branding-preview.tsx";
import { LogoField } from "./logo-field.tsx";

interface BrandingFormProps {
  readonly saved: Branding;
  readonly onSaved: (branding: Branding) => void;
  readonly onLogo: () => Promise<void>;
}

const textsOf = (saved: Branding): Readonly<Record<Field, string>> => ({
  name: saved.name ?? "",
  accent: saved.accent ?? "",
  privacy_url: saved.privacy_url ?? "",
  controller: saved.controller ?? "",
  contact: saved.contact ?? "",
});

export function BrandingForm({ saved, onSaved, onLogo }: BrandingFormProps) {
  const [texts, setTexts] = useDraft("branding", "typed", textsOf(saved));
  const textOf = (field: Field) => texts[field].trim() || null;
  const typed = {
    name: textOf("name"),
    accent: isColor(texts.accent) ? texts.accent : null,
    privacy_url: textOf("privacy_url"),
    controller: textOf("controller"),
    contact: textOf("contact"),
    logo_url: saved.logo_url,
  };
  const save = async () => {
    const body = Object.fromEntries(fields.map((field) => [field, textOf(field)]));
    onSaved(await request<Branding>("POST", brandingPath, body));
    toast("The branding is saved. New visits show it.");
  };
  return (
    <div class="branding">
      <div class="branding-fields">
        <LogoField logoUrl={saved.logo_url} onSaved={onLogo} />
        <Form
          draft="branding"
          submit="Save"
          fields={fields}
          onSubmit={save}
          onDiscarded={() => setTexts(textsOf(saved))}
        >
          {(problems) => (
            <BrandingFields
              texts={texts}
              onInput={(field, text) => setTexts({ ...texts, [field]: text })}
              problems={problems}
            />
          )}
        </Form>
      </div>
      <BrandingPreview branding={typed} />
    </div>
  );
}
