import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import { SelectField } from "../../ui/forms/field.tsx";

interface BatchKeyFieldProps {
  /** Keys that may send batches; undefined while loading. */
  readonly keys: readonly Key[] | undefined;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly problem: string | undefined;
}

/** Chooses the key that a batch is sent with. */
export function BatchKeyField({ keys, value, onChange, problem }: BatchKeyFieldProps) {
  if (keys?.length === 0) {
    return (
      <p class="problem">
        No key may send batches. <a href="#/keys?new=private">Create a private key</a> first.
      </p>
    );
  }
  return (
    <SelectField
      label="Key"
      value={value}
      options={(keys ?? []).map(({ id, name, display }) => ({ value: id, text: `${name} (${display.slice(-4)})` }))}
      onChange={onChange}
      problem={problem}
      hint="The batch counts for this key, and stops when the key is revoked."
    />
  );
}

export const mayBatch = ({ kind, scopes }: Key): boolean =>
  kind === "private" && (scopes === null || scopes.includes("batches"));
