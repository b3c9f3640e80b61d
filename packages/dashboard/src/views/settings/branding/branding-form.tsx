import { request } from "../../../api/request.ts";
import type { Branding } from "@selfsame/server/api/dashboard/answers/verifications";
import { useDraft } from "../../../state/drafts.ts";
import { toast } from "../../../state/toasts.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { BrandingFields, type Field, fields, isColor } from "./branding-fields.tsx";
import { BrandingPreview } from "./branding-preview.tsx";
import { LogoField } from "./logo-field.tsx";

interface BrandingFormProps {
  readonly saved: Branding;
  readonly onSaved: (branding: Branding) => void;
}

const textsOf = (saved: Branding): Readonly<Record<Field, string>> => ({
  name: saved.name ?? "",
  accent: saved.accent ?? "",
  privacyUrl: saved.privacyUrl ?? "",
  controller: saved.controller ?? "",
  contact: saved.contact ?? "",
});

export function BrandingForm({ saved, onSaved }: BrandingFormProps) {
  const [texts, setTexts] = useDraft("branding", "texts", textsOf(saved));
  const textOf = (field: Field) => texts[field].trim() || null;
  const typed = {
    name: textOf("name"),
    accent: isColor(texts.accent) ? texts.accent : null,
    privacyUrl: textOf("privacyUrl"),
    controller: textOf("controller"),
    contact: textOf("contact"),
    logoUrl: saved.logoUrl,
  };
  const save = async () => {
    const body = Object.fromEntries(fields.map((field) => [field, textOf(field)]));
    onSaved(await request<Branding>("PUT", "/branding", body));
    toast("The branding is saved. New visits show it.");
  };
  return (
    <div class="branding">
      <div class="branding-fields">
        <LogoField logoUrl={saved.logoUrl} onSaved={onSaved} />
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
