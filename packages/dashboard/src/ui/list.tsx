import { filterBy, route } from "../state/route.ts";
import { SelectField, TextField } from "./forms/field.tsx";

interface SearchFieldProps {
  /** Said to those who do not see the placeholder. */
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly maxLength?: number;
}

/** Narrows the list below it, by `q` of the address. The key `/` leads here. */
export function SearchField({ label, placeholder = label, value, maxLength }: SearchFieldProps) {
  return (
    <TextField
      label={label}
      quiet
      value={value}
      onInput={(text) => filterBy({ q: text || undefined })}
      input={{ type: "search", placeholder, "data-search": true, maxLength }}
    />
  );
}

interface FilterFieldProps {
  readonly label: string;
  /** What is not narrowed: "Every status". */
  readonly every: string;
  /** In the address, which has what is chosen. */
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** Narrows a list to one kind, by a name of the address's query. */
export function FilterField({ label, every, name, options }: FilterFieldProps) {
  return (
    <SelectField
      label={label}
      quiet
      value={route.value.query.get(name)?.trim() ?? ""}
      options={[{ value: "", text: every }, ...options]}
      onChange={(chosen) => filterBy({ [name]: chosen || undefined })}
    />
  );
}
