import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import { FilterField } from "../../ui/list.tsx";

interface KeyFieldProps {
  readonly keys: readonly Key[];
  /** Empty for every key. */
  readonly value: string;
}

/** Which of the account's keys a view is about: `key` in its address. */
export function KeyField({ keys, value }: KeyFieldProps) {
  return (
    <FilterField
      label="Key"
      every="Every key"
      name="key"
      value={value}
      options={keys.map(({ id, name, display }) => ({ value: id, text: `${name} (${display.slice(-4)})` }))}
    />
  );
}
