import type { Plan } from "@selfsame/server/api/dashboard/answers/keys";
import { CheckField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { planText } from "../../ui/words/labels.ts";

export type Plans = Readonly<Record<string, Plan>>;

export function NameField({
  value,
  onInput,
  hint,
}: {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string;
}) {
  return (
    <TextField
      label="Team name"
      value={value}
      onInput={onInput}
      hint={hint}
      input={{ maxLength: 80, autocomplete: "off" }}
    />
  );
}

export function OperatorField({
  checked,
  onChange,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <CheckField
      label="Operator of the service"
      hint="Operators see every account, its usage and log, plans, models and health."
      checked={checked}
      onChange={onChange}
    />
  );
}

export function PlanField({
  plans,
  value,
  onChange,
}: {
  readonly plans: Plans;
  readonly value: string;
  readonly onChange: (plan: string) => void;
}) {
  // Includes the account's plan even if it is no longer configured.
  const names = [...new Set([...Object.keys(plans), value])];
  const textOf = (name: string) => {
    const plan = plans[name];
    return plan ? `${name}: ${planText(plan)}` : name;
  };
  return (
    <SelectField
      label="Plan"
      value={value}
      onChange={onChange}
      options={names.map((name) => ({ value: name, text: textOf(name) }))}
    />
  );
}
