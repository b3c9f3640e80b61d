import { Fragment } from "preact";
import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import { AreaField, CheckField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { dayMs, momentOf } from "../../ui/words/times.ts";
import { demandNames, type Demands, demands, isChecked } from "./demands.ts";

interface TypedFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem?: string | undefined;
}

export function NameField({ value, onInput, problem }: TypedFieldProps) {
  return (
    <TextField
      label="Name"
      value={value}
      onInput={onInput}
      problem={problem}
      hint="What uses it, such as “checkout, production”."
      input={{ required: true, maxLength: 64, autocomplete: "off", "data-autofocus": true }}
    />
  );
}

export function OriginsField({ value, onInput, problem }: TypedFieldProps) {
  return (
    <AreaField
      label="Allowed origins"
      value={value}
      onInput={onInput}
      problem={problem}
      rows={3}
      placeholder="https://shop.example"
      hint="One per line: scheme and host, such as https://shop.example. Requests from other origins are rejected."
    />
  );
}

/** What a private key requires of a verify request. */
export function DemandsFields({
  value,
  onChange,
}: {
  readonly value: Demands;
  readonly onChange: (value: Demands) => void;
}) {
  return (
    <>
      {[...Map.groupBy(demandNames, (name) => demands[name].group)].map(([group, names]) => (
        <fieldset key={group} class="checks">
          <legend class="label">{group}</legend>
          {names.map((name) => (
            <Fragment key={name}>
              <CheckField
                label={demands[name].label}
                checked={isChecked(value, name)}
                onChange={() => onChange({ ...value, [name]: !value[name] })}
              />
              {demands[name].hint !== undefined && <p class="hint">{demands[name].hint}</p>}
            </Fragment>
          ))}
        </fieldset>
      ))}
    </>
  );
}

const modes = [
  { value: "team", text: "As the team has it" },
  { value: "stepwise", text: "Stepwise only" },
  { value: "any", text: "Any: also all steps at once" },
] as const;
export type KeyMode = (typeof modes)[number]["value"];

export const modeOf = ({ challenge_mode }: Pick<Key, "challenge_mode">): KeyMode => challenge_mode ?? "team";

/** Which live challenges the key accepts. */
export function ModeField({
  value,
  onChange,
}: {
  readonly value: KeyMode;
  readonly onChange: (value: KeyMode) => void;
}) {
  const hint = "“Any” is for pages with an older camera. An attacker sees all steps two minutes ahead.";
  return <SelectField label="Challenge mode" value={value} options={modes} onChange={onChange} hint={hint} />;
}

export const originsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const lives = [
  { value: "keep", text: "No change" },
  { value: "never", text: "Never" },
  { value: "7", text: "In 7 days" },
  { value: "30", text: "In 30 days" },
  { value: "90", text: "In 90 days" },
  { value: "365", text: "In a year" },
] as const;
export type Life = (typeof lives)[number]["value"];

export function LifeField({
  value,
  onChange,
  current,
}: {
  readonly value: Life;
  readonly onChange: (value: Life) => void;
  /** The current expiry. */
  readonly current?: string | null;
}) {
  const options = current === undefined ? lives.slice(1) : lives;
  const hint =
    current === undefined || value !== "keep"
      ? undefined
      : current === null
        ? "It does not expire."
        : `It expires ${momentOf(Date.parse(current))}.`;
  return <SelectField label="Expires" value={value} options={options} onChange={onChange} hint={hint} />;
}

export function expiryOf(life: Life, nowMs = Date.now()): string | null | undefined {
  if (life === "keep") return undefined;
  return life === "never" ? null : new Date(nowMs + Number(life) * dayMs).toISOString();
}
