import { Choice } from "../../ui/forms/choice.tsx";

/** Which entries of a log to show. The default is changes, which most readers look for. */
export type KindShown = "changes" | "access" | "all";

const options = [
  { value: "changes", text: "Changes" },
  { value: "access", text: "Sign-ins and access" },
  { value: "all", text: "All" },
] as const satisfies readonly { readonly value: KindShown; readonly text: string }[];

/** The kind in the address; changes if it names no other. */
export const kindIn = (text: string): KindShown => (text === "access" || text === "all" ? text : "changes");

/** Query parameters for the API. */
export const kindAsked = (kind: KindShown): Readonly<Record<string, string>> => (kind === "all" ? {} : { kind });

export function KindChoice({
  value,
  onChange,
}: {
  readonly value: KindShown;
  readonly onChange: (kind: KindShown) => void;
}) {
  return <Choice label="Entries" value={value} options={options} onChange={onChange} />;
}
