import type { Key } from "@selfsame/server/api/dashboard/answers";
import { SelectField } from "../../ui/forms/field.tsx";

interface KeyFieldProps {
  readonly keys: readonly Key[];
  /** Empty for every key. */
  readonly value: string;
  readonly onChange: (keyId: string) => void;
}

/** Which of the account's keys a view is about. */
export function KeyField({ keys, value, onChange }: KeyFieldProps) {
  return (
    <SelectField
      label="Key"
      quiet
      value={value}
      options={[
        { value: "", text: "Every key" },
        ...keys.map(({ id, name, display }) => ({ value: id, text: `${name} (${display.slice(-4)})` })),
      ]}
      onChange={onChange}
    />
  );
}
