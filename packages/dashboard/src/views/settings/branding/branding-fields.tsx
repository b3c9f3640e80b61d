import { TextField } from "../../../ui/forms/field.tsx";

export const fields = ["name", "accent", "privacy_url", "controller", "contact"] as const;
export type Field = (typeof fields)[number];

interface BrandingFieldsProps {
  readonly texts: Readonly<Record<Field, string>>;
  readonly onInput: (field: Field, text: string) => void;
  readonly problems: Readonly<Record<string, string | undefined>>;
}

export function BrandingFields({ texts, onInput, problems }: BrandingFieldsProps) {
  const textField = (field: Field) => ({ value: texts[field], onInput: (text: string) => onInput(field, text) });
  return (
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
          value={isColor(texts.accent) ? texts.accent : "#3b5bdb"}
          onInput={(event) => onInput("accent", event.currentTarget.value)}
        />
      </div>
      <TextField
        label="Privacy policy"
        {...textField("privacy_url")}
        problem={problems["privacy_url"] && "Enter an https address, such as https://shop.example/privacy."}
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
  );
}

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
