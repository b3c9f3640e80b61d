import type { AuditEntry } from "@selfsame/server/api/dashboard/answers/audit";
import { filterBy, route } from "../../state/route.ts";
import { takeFile } from "../../state/take-file.ts";
import { Button } from "../../ui/forms/button.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { pageSize } from "../../ui/list/server-list.ts";
import { useServerList } from "../../ui/list/use-list.ts";
import { Empty } from "../../ui/parts.tsx";
import { auditColumns } from "./audit-columns.tsx";
import { actionCode } from "./audit-words.ts";
import { KindChoice, kindAsked, kindIn } from "./kind-choice.tsx";

export interface Entries {
  readonly entries: readonly AuditEntry[];
}

export interface AuditListProps {
  /** Path below the API. */
  readonly path: string;
  /** Whether each entry has its team. */
  readonly ofService: boolean;
}

const filterFields = [
  { name: "actor", label: "By", example: "E-mail or id" },
  { name: "action", label: "What", example: "Key revoked" },
  { name: "target", label: "On", example: "A key’s id" },
  { name: "address", label: "From address", example: "192.0.2.7" },
] as const;

const emptyTitles = { changes: "No changes yet", access: "No sign-ins yet", all: "No entries yet" } as const;

/** The audit log, with its filters and exports. */
export function AuditList({ path, ofService }: AuditListProps) {
  const kind = kindIn(route.value.query.get("show") ?? "");
  const list = useServerList<Entries, AuditEntry>({
    path,
    filters: { actor: "actor", action: ["action", actionCode], target: "target", address: "address" },
    always: kindAsked(kind),
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
          <KindChoice
            value={kind}
            onChange={(chosen) => filterBy({ show: chosen === "changes" ? undefined : chosen })}
          />
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
      columns={auditColumns(ofService)}
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
      onAll={() => {
        list.address.clear();
        filterBy({ show: "all" });
      }}
      empty={
        <Empty title={emptyTitles[kind]}>
          {kind === "changes" ? "Each change is listed here." : "Nothing of this kind happened yet."}
        </Empty>
      }
    />
  );
}
