import { request } from "../../../api/request.ts";
import type { Branding } from "@selfsame/server/api/dashboard/answers/verifications";
import { useDraft } from "../../../state/drafts.ts";
import { may } from "../../../state/session.ts";
import { useResource } from "../../../state/resource.ts";
import { toast } from "../../../state/toasts.ts";
import { TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Facts, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { BrandingPreview } from "./branding-preview.tsx";
import { LogoField } from "./logo-field.tsx";

export function BrandingPanel() {
  const branding = useResource<Branding>("/branding");
  return (
    <Panel title="Branding" lead="How the hosted page looks to the people who verify.">
      <Loaded from={branding} lines={4}>
        {(data) =>
          may("admin") ? <BrandingForm saved={data} onSaved={branding.put} /> : <BrandingShown saved={data} />
        }
      </Loaded>
    </Panel>
  );
}

/** For who may not change it. */
function BrandingShown({
  saved: { name, accent, privacyUrl, controller, contact, logoUrl },
}: {
  readonly saved: Branding;
}) {
  return (
    <div class="branding">
      <div class="branding-fields">
        <Facts
          facts={[
            ["Name", name ?? "not set"],
            ["Color", accent ?? "not set"],
            ["Privacy policy", privacyUrl ?? "not set"],
            ["Controller", controller ?? "not set"],
            ["Contact", contact ?? "not set"],
          ]}
        />
        <RoleHint needs="admin" to="change the branding" />
      </div>
      <BrandingPreview branding={{ name, accent, privacyUrl, controller, contact, logoUrl }} />
    </div>
  );
}

interface BrandingFormProps {
  readonly saved: Branding;
  readonly onSaved: (branding: Branding) => void;
}

const fields = ["name", "accent", "privacyUrl", "controller", "contact"] as const;
type Field = (typeof fields)[number];

const textsOf = (saved: Branding): Readonly<Record<Field, string>> => ({
  name: saved.name ?? "",
  accent: saved.accent ?? "",
  privacyUrl: saved.privacyUrl ?? "",
  controller: saved.controller ?? "",
  contact: saved.contact ?? "",
});

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

function BrandingForm({ saved, onSaved }: BrandingFormProps) {
  const [texts, setTexts] = useDraft("branding", "texts", textsOf(saved));
  const set = (field: Field, text: string) => setTexts({ ...texts, [field]: text });
  const textField = (field: Field) => ({ value: texts[field], onInput: (text: string) => set(field, text) });
  const { accent } = texts;
  const textOf = (field: Field) => texts[field].trim() || null;
  const typed = {
    name: textOf("name"),
    accent: isColour(accent) ? accent : null,
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
            <>
              <TextField
                label="Name"
                {...textField("name")}
                problem={problems["name"]}
                hint="Shown to the person. Live sessions need a name and a privacy policy."
                input={{ maxLength: 60, placeholder: "Example Shop", autocomplete: "organization" }}
              />
              <div class="colour-field">
                <TextField
                  label="Color"
                  {...textField("accent")}
                  problem={problems["accent"] && "A color is # and six hex digits, such as #0a6b4f."}
                  hint="The page makes it darker or lighter where words on it would be hard to read."
                  input={{ placeholder: "#3b5bdb", spellcheck: false, autocomplete: "off" }}
                />
                <input
                  type="color"
                  aria-label="Pick a color"
                  value={isColour(accent) ? accent : "#3b5bdb"}
                  onInput={(event) => set("accent", event.currentTarget.value)}
                />
              </div>
              <TextField
                label="Privacy policy"
                {...textField("privacyUrl")}
                problem={problems["privacyUrl"] && "Enter an https address, such as https://shop.example/privacy."}
                hint="Linked above the consent button."
                input={{ type: "url", maxLength: 2048, placeholder: "https://shop.example/privacy" }}
              />
              <TextField
                label="Controller"
                {...textField("controller")}
                problem={problems["controller"]}
                hint="Who is legally responsible for the data."
                input={{ maxLength: 200, placeholder: "Example Shop Ltd." }}
              />
              <TextField
                label="Contact"
                {...textField("contact")}
                problem={problems["contact"] && "Enter an https address, an e-mail address, or a phone number with +."}
                hint="For people who would rather not verify online: an https address, an e-mail address or a phone number."
                input={{ maxLength: 2048, placeholder: "help@shop.example" }}
              />
            </>
          )}
        </Form>
      </div>
      <BrandingPreview branding={typed} />
    </div>
  );
}
