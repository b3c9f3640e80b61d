import { filterBy, replaceQuery } from "../state/route.ts";
import { Button } from "./forms/button.tsx";
import { SelectField, TextField } from "./forms/field.tsx";

/** What a list shows at first, and by how many more it grows. */
export const pageSize = 50;
/** More are for the API to page through. */
const rowsMax = 500;

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
  /** In the address. */
  readonly name: string;
  /** Empty for every one. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** Narrows a list to one kind, by a name of the address's query. */
export function FilterField({ label, every, name, value, options }: FilterFieldProps) {
  return (
    <SelectField
      label={label}
      quiet
      value={value}
      options={[{ value: "", text: every }, ...options]}
      onChange={(chosen) => filterBy({ [name]: chosen || undefined })}
    />
  );
}

/** The way through a list that the service gives in pages, each with the cursor of the next. */
export function CursorPages({ cursor, next }: { readonly cursor: string; readonly next: string | null }) {
  if (cursor === "" && next === null) return null;
  return (
    <div class="load-more">
      {cursor !== "" && (
        <Button size="small" onClick={() => replaceQuery({ cursor: undefined })}>
          Newest
        </Button>
      )}
      {next !== null && (
        <Button size="small" onClick={() => replaceQuery({ cursor: next })}>
          Older
        </Button>
      )}
    </div>
  );
}

interface ShowOlderProps {
  readonly more: boolean;
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
}

/** Lets a list grow that is asked for from its newest. */
export function ShowOlder({ more, limit, onLimit }: ShowOlderProps) {
  if (!more || limit >= rowsMax) return null;
  return (
    <div class="load-more">
      <Button size="small" onClick={() => onLimit(limit + pageSize)}>
        Show older
      </Button>
    </div>
  );
}
