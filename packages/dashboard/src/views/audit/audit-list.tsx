import type { AuditEntry } from "@selfsame/server/api/dashboard/answers/audit";
import { me } from "../../state/session.ts";
import { filterBy } from "../../state/route.ts";
import { takeFile } from "../../state/take-file.ts";
import { Button } from "../../ui/forms/button.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { pageSize } from "../../ui/list/server-list.ts";
import { useServerList } from "../../ui/list/use-list.ts";
import { Empty } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { actionCode, actionName } from "./audit-words.ts";

export interface Entries {
  readonly entries: readonly AuditEntry[];
}

/** What an id stands for; empty where that is not known. */
type NameOf = (id: string) => string;

export interface AuditListProps {
  /** Below the API. */
  readonly path: string;
  readonly nameOf: NameOf;
}

const filterFields = [
  { name: "actor", label: "By", example: "E-mail or id" },
  { name: "action", label: "What", example: "Key revoked" },
  { name: "target", label: "On", example: "A key’s id" },
  { name: "address", label: "From address", example: "192.0.2.7" },
] as const;

/** The audit log, with what narrows it down and what takes it away as a file. */
export function AuditList({ path, nameOf }: AuditListProps) {
  const list = useServerList<Entries, AuditEntry>({
    path,
    filters: { actor: "actor", action: ["action", actionCode], target: "target", address: "address" },
    hasRange: true,
    firstSort: "-time",
    rows: ({ entries }) => entries,
    next: ({ entries }) => (entries.length < pageSize ? null : String(entries.at(-1)?.id)),
    cursorName: ({ descending }) => (descending ? "before" : "after"),
    refreshMs: 30_000,
  });
  const take = (format: "csv" | "ndjson") => {
    const query = list.query();
    query.delete("sort");
    query.set("format", format);
    return takeFile(`${path}/export?${query}`, `audit.${format}`);
  };
  return (
    <DataList
      list={list}
      hasRange
      filters={
        <>
          {filterFields.map(({ name, label, example }) => (
            <TextField
              key={name}
              label={label}
              quiet
              value={list.address.value(name)}
              onInput={(text) => filterBy({ [name]: text || undefined })}
              input={{ placeholder: `${label}: ${example}`, maxLength: 254 }}
            />
          ))}
        </>
      }
      caption="Audit log"
      id={({ id }) => id}
      columns={auditColumns(nameOf)}
      file="audit"
      csv={{}}
      onExport={() => take("csv")}
      moreExports={
        <Button label="Export as NDJSON" onClick={() => void take("ndjson")}>
          NDJSON
        </Button>
      }
      nothing="No entry matches"
      all="Show all entries"
      empty={<Empty title="No entries yet">Each change is listed here.</Empty>}
    />
  );
}

export const auditColumns = (nameOf: NameOf): readonly Column<AuditEntry>[] => [
  { title: "What", cell: ({ action }) => <span class="strong">{actionName(action)}</span> },
  { title: "On", cell: ({ target }) => target && <Target target={target} nameOf={nameOf} /> },
  {
    title: "By",
    cell: (entry) => (
      <div class="two-lines">
        <Actor entry={entry} nameOf={nameOf} />
        {entry.signedInBy !== null && <span class="faint">{signedInBy[entry.signedInBy]}</span>}
      </div>
    ),
  },
  { title: "From", narrow: "drop", cell: ({ address }) => address && <code>{address}</code> },
  { title: "When", sort: "-time", cell: ({ atMs }) => <Time atMs={atMs} /> },
];

const signedInBy: Readonly<Record<NonNullable<AuditEntry["signedInBy"]>, string>> = {
  password: "by password",
  "password+totp": "by password and code",
  "password+recovery": "by password and recovery code",
  passkey: "by passkey",
  oidc: "by single sign-on",
  link: "by a link",
  cli: "on the machine",
};

function Actor({ entry, nameOf }: { readonly entry: AuditEntry; readonly nameOf: NameOf }) {
  const { actor, actorEmail } = entry;
  if (actor === null) return <span class="faint">not signed in</span>;
  if (actor === me.value?.user.id) return <span>you</span>;
  const name = actorEmail ?? nameOf(actor);
  return name ? <span>{name}</span> : <code>{actor}</code>;
}

/** A rotated key is followed by its successor, of the same name. */
function Target({ target, nameOf }: { readonly target: string; readonly nameOf: NameOf }) {
  const name = nameOf(target.split(" ")[0] ?? "");
  return name ? <span title={target}>{name}</span> : <code class="long">{target}</code>;
}
