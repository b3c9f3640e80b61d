import { filterBy } from "../../state/route.ts";
import { SelectField, TextField } from "../forms/field.tsx";
import type { ListAddress } from "./address.ts";
import { addressText, isSpan, localText, type Span, spans } from "./time-range.ts";

const names: Readonly<Record<Span, string>> = {
  hour: "Last hour",
  day: "Last 24 hours",
  week: "Last 7 days",
  month: "Last 30 days",
};
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Filters a list by time: since a span ago, or between two times in the reader's time zone. */
export function TimeRangeField({ address }: { readonly address: ListAddress }) {
  const since = address.value("since");
  const isBetween = since === "between" || address.value("from") !== "" || address.value("to") !== "";
  const chosen = isSpan(since) ? since : isBetween ? "between" : "";
  return (
    <>
      <SelectField
        label="Time"
        quiet
        value={chosen}
        options={[
          { value: "", text: "Any time" },
          ...(Object.keys(spans) as Span[]).map((value) => ({ value, text: names[value] })),
          { value: "between", text: "From … to …" },
        ]}
        onChange={(value) => filterBy({ since: value || undefined, from: undefined, to: undefined })}
      />
      {chosen === "between" && (
        <>
          {(["from", "to"] as const).map((name) => (
            <TextField
              key={name}
              label={`${name === "from" ? "From" : "To"} (${zone})`}
              value={localText(address.value(name))}
              onInput={(text) => filterBy({ [name]: addressText(text) })}
              input={{ type: "datetime-local", max: "9999-12-31T23:59" }}
            />
          ))}
        </>
      )}
    </>
  );
}
