import { useState } from "preact/hooks";
import type { AuditEntry } from "@selfsame/server/api/dashboard/answers/audit";
import { request } from "../../api/request.ts";
import { useResource } from "../../state/resource.ts";
import { toastFailure } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { pageSize } from "../../ui/list/server-list.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { auditColumns } from "./audit-columns.tsx";
import type { AuditListProps, Entries } from "./audit-list.tsx";
import { KindChoice, kindAsked, type KindShown } from "./kind-choice.tsx";

/** The audit log in a dialog: without filters, and with no state in the page's address. */
export function AuditLog({ path }: Pick<AuditListProps, "path">) {
  const [kind, setKind] = useState<KindShown>("changes");
  const query = new URLSearchParams(kindAsked(kind));
  const newest = useResource<Entries>(`${path}?${query}`);
  const [older, setOlder] = useState<readonly AuditEntry[]>([]);
  const [ended, setEnded] = useState(false);
  const more = (last: AuditEntry) =>
    toastFailure(async () => {
      const { entries } = await request<Entries>(
        "GET",
        `${path}?${new URLSearchParams({ ...kindAsked(kind), before: String(last.id) })}`,
      );
      setOlder([...older, ...entries]);
      setEnded(entries.length < pageSize);
    });
  return (
    <>
      <div class="toolbar">
        <KindChoice
          value={kind}
          onChange={(chosen) => {
            setKind(chosen);
            setOlder([]);
            setEnded(false);
          }}
        />
      </div>
      <Loaded from={newest} lines={4}>
        {({ entries }) => {
          const rows = [...entries, ...older.filter(({ id }) => id < (entries.at(-1)?.id ?? 0))];
          const last = rows.at(-1);
          if (!last) return <Empty title="No entry of this kind">Nothing was done yet.</Empty>;
          return (
            <>
              <Table
                caption="What was done, newest first"
                rows={rows}
                id={({ id }) => id}
                columns={auditColumns(false)}
              />
              {rows.length >= pageSize && !ended && (
                <div class="load-more">
                  <Button size="small" onClick={() => void more(last)}>
                    Show older
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}
