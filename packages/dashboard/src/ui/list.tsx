import { filterBy, route } from "../state/route.ts";
import { SelectField, TextField } from "./forms/field.tsx";

interface SearchFieldProps {
  /** Label for screen readers, which may not read the placeholder. */
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly maxLength?: number;
}

/** Filters the list below it by `q` in the address. The key `/` focuses it. */
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
  /** Label of the option without a filter: "Every status". */
  readonly every: string;
  /** Name of the query parameter that stores the choice. */
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** Filters a list by one value, stored in the address's query. */
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
