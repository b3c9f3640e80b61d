import { useState } from "preact/hooks";
import { request } from "../../../api/request.ts";
import type { Branding } from "@selfsame/server/api/dashboard/answers/verifications";
import { may } from "../../../state/session.ts";
import { useResource } from "../../../state/resource.ts";
import { toast } from "../../../state/toasts.ts";
import { TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Facts, Panel } from "../../../ui/parts.tsx";
import { BrandingPreview } from "./branding-preview.tsx";
import { LogoField } from "./logo-field.tsx";

export function BrandingPanel() {
  const branding = useResource<Branding>("/branding");
  return (
    <Panel title="Branding" lead="How the page of your verification sessions looks to the people that you send there.">
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
            ["Colour", accent ?? "not set"],
            ["Privacy policy", privacyUrl ?? "not set"],
            ["Controller", controller ?? "not set"],
            ["Another way in", contact ?? "not set"],
          ]}
        />
        <p class="hint">Admins and owners of the team can change this.</p>
      </div>
      <BrandingPreview name={name ?? ""} accent={accent} logoUrl={logoUrl} />
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
  const [texts, setTexts] = useState(() => textsOf(saved));
  const set = (field: Field, text: string) => setTexts((before) => ({ ...before, [field]: text }));
  const textField = (field: Field) => ({ value: texts[field], onInput: (text: string) => set(field, text) });
  const { name, accent } = texts;
  const save = async () => {
    const body = Object.fromEntries(fields.map((field) => [field, texts[field].trim() || null]));
    onSaved(await request<Branding>("PUT", "/branding", body));
    toast("The page has your look.");
  };
  return (
    <div class="branding">
      <div class="branding-fields">
        <LogoField logoUrl={saved.logoUrl} onSaved={onSaved} />
        <Form submit="Save" fields={fields} onSubmit={save}>
          {(problems) => (
            <>
              <TextField
                label="Name"
                {...textField("name")}
                problem={problems["name"]}
                hint="Who asks. Live sessions need a name and a privacy policy."
                input={{ maxLength: 60, placeholder: "Example Shop", autocomplete: "organization" }}
              />
              <div class="colour-field">
                <TextField
                  label="Colour"
                  {...textField("accent")}
                  problem={problems["accent"] && "A colour is # and six hex digits, such as #0a6b4f."}
                  hint="Made darker or lighter on the page where it could not be read."
                  input={{ placeholder: "#3b5bdb", spellcheck: false, autocomplete: "off" }}
                />
                <input
                  type="color"
                  aria-label="Pick a colour"
                  value={isColour(accent) ? accent : "#3b5bdb"}
                  onInput={(event) => set("accent", event.currentTarget.value)}
                />
              </div>
              <TextField
                label="Privacy policy"
                {...textField("privacyUrl")}
                problem={problems["privacyUrl"] && "Enter an https address, such as https://shop.example/privacy."}
                hint="The page links to it before a person agrees."
                input={{ type: "url", maxLength: 2048, placeholder: "https://shop.example/privacy" }}
              />
              <TextField
                label="Controller"
                {...textField("controller")}
                problem={problems["controller"]}
                hint="Who is responsible for the data in the sense of the law."
                input={{ maxLength: 200, placeholder: "Example Shop Ltd." }}
              />
              <TextField
                label="Another way in"
                {...textField("contact")}
                problem={problems["contact"] && "Enter an https address, an e-mail address, or a phone number with +."}
                hint="Where people turn who would rather verify in person: an https address, an e-mail address or a phone number."
                input={{ maxLength: 2048, placeholder: "help@shop.example" }}
              />
            </>
          )}
        </Form>
      </div>
      <BrandingPreview name={name.trim()} accent={isColour(accent) ? accent : null} logoUrl={saved.logoUrl} />
    </div>
  );
}
