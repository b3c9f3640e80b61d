import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import { FilterField } from "../../ui/list.tsx";

interface KeyFieldProps {
  readonly keys: readonly Key[];
}

/** Chooses one of the account's keys: `key` in the address. */
export function KeyField({ keys }: KeyFieldProps) {
  return (
    <FilterField
      label="Key"
      every="Every key"
      name="key"
      options={keys.map(({ id, name, display }) => ({ value: id, text: `${name} (${display.slice(-4)})` }))}
    />
  );
}
