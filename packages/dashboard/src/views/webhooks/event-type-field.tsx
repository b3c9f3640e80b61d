import { FilterField } from "../../ui/list.tsx";

interface EventTypeFieldProps {
  readonly types: readonly string[] | undefined;
}

/** Which type of event a view is about: `type` in its address. */
export function EventTypeField({ types = [] }: EventTypeFieldProps) {
  return (
    <FilterField
      label="Event type"
      every="Every type"
      name="type"
      options={types.map((value) => ({ value, text: value }))}
    />
  );
}
