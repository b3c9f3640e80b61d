import type { ConsentTextsData } from "@selfsame/server/api/v3/schemas/consent-texts";
import { nameOf } from "@selfsame/texts/wording";
import { useState } from "preact/hooks";
import { request } from "../../../api/request.ts";
import { useDraft } from "../../../state/drafts.ts";
import { useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { toast } from "../../../state/toasts.ts";
import { AreaField, SelectField, TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Facts, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { consentTextsPath } from "./branding-path.ts";

export function ConsentTextsPanel() {
  const texts = useResource<ConsentTextsData>(consentTextsPath);
  return (
    <Panel
      title="Consent text"
      lead="What people agree to on the hosted page, in your words. In a language without a text of yours, the page shows the service’s own words."
    >
      <Loaded from={texts} lines={4}>
        {(saved) => (
          <>
            {may("admin") ? (
              <ConsentTextsForm saved={saved} onSaved={texts.put} />
            ) : (
              <ConsentTextsShown saved={saved} />
            )}
            <Versions saved={saved} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface Typed {
  readonly text: string;
  readonly purpose: string;
}

const typedOf = ({ languages, texts }: ConsentTextsData): Readonly<Record<string, Typed>> =>
  Object.fromEntries(
    languages.map((code) => [code, { text: texts[code]?.text ?? "", purpose: texts[code]?.purpose ?? "" }]),
  );

interface ConsentTextsFormProps {
  readonly saved: ConsentTextsData;
  readonly onSaved: (saved: ConsentTextsData) => void;
}

function ConsentTextsForm({ saved, onSaved }: ConsentTextsFormProps) {
  const [typed, setTyped] = useDraft("consent-texts", "typed", typedOf(saved));
  const [language, setLanguage] = useState("en");
  const { text = "", purpose = "" } = typed[language] ?? {};
  const type = (change: Partial<Typed>) => setTyped({ ...typed, [language]: { text, purpose, ...change } });
  const save = async () => {
    const body = Object.fromEntries(
      Object.entries(typed).map(([code, one]) => [
        code,
        one.text.trim() === "" ? null : { text: one.text, purpose: one.purpose.trim() || null },
      ]),
    );
    onSaved(await request<ConsentTextsData>("POST", consentTextsPath, body));
    toast("The consent text is saved. People who agree from now on agree to it.");
  };
  return (
    <Form
      draft="consent-texts"
      submit="Save consent text"
      fields={[language]}
      onSubmit={save}
      onDiscarded={() => setTyped(typedOf(saved))}
    >
      {(problems) => (
        <>
          <SelectField
            label="Language of the text"
            value={language}
            options={saved.languages.map((code) => ({
              value: code,
              text: typed[code]?.text ? `${nameOf(code)} (yours)` : nameOf(code),
            }))}
            onChange={setLanguage}
          />
          <AreaField
            label="Text"
            value={text}
            onInput={(to) => type({ text: to })}
            rows={6}
            hint="Plain text, at most 2,000 characters. Empty: the service’s own words."
            problem={problems[language] && "Enter plain text without markup: a text of at most 2,000 characters."}
          />
          <TextField
            label="Purpose"
            value={purpose}
            onInput={(to) => type({ purpose: to })}
            hint="What the check is for, in the same language. It is in the record of the consent."
            input={{ maxLength: 200 }}
          />
        </>
      )}
    </Form>
  );
}

/** Read-only, for people who may not change the texts. */
function ConsentTextsShown({ saved }: { readonly saved: ConsentTextsData }) {
  const own = Object.entries(saved.texts);
  return (
    <>
      {own.length === 0 && <p>No text of your own: the page shows the service’s.</p>}
      <Facts facts={own.map(([code, { text }]) => [nameOf(code), text])} />
      <RoleHint needs="admin" to="change the consent text" />
    </>
  );
}

function Versions({ saved: { versions } }: Pick<ConsentTextsFormProps, "saved">) {
  if (versions.length === 0) return null;
  return (
    <details>
      <summary>Versions</summary>
      <Facts
        facts={versions.map(({ version, created_at, languages }) => [
          version,
          `${new Date(created_at).toLocaleString("en")}: ${languages.map(nameOf).join(", ") || "the service’s words"}`,
        ])}
      />
    </details>
  );
}
