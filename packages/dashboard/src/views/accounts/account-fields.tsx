import type { Account, Plan } from "@selfsame/server/api/dashboard/answers";
import { SelectField } from "../../ui/forms/field.tsx";
import { planText } from "../../ui/words/labels.ts";

export type Plans = Readonly<Record<string, Plan>>;

export function RoleField({
  value,
  onChange,
}: {
  readonly value: Account["role"];
  readonly onChange: (role: Account["role"]) => void;
}) {
  return (
    <SelectField
      label="Role"
      value={value}
      onChange={onChange}
      options={[
        { value: "member", text: "Member: their own keys and usage" },
        { value: "owner", text: "Owner: everything, other accounts too" },
      ]}
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
  // An account may still have a plan that is no longer configured.
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
