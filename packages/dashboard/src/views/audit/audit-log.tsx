import { useState } from "preact/hooks";
import type { AuditEntry } from "@selfsame/server/api/dashboard/answers/audit";
import { request } from "../../api/request.ts";
import { useResource } from "../../state/resource.ts";
import { toastFailure } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { pageSize } from "../../ui/list/server-list.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Table } from "../../ui/table.tsx";
import { auditColumns, type AuditListProps, type Entries } from "./audit-list.tsx";

/** In a dialog: without filters, and with nothing in the page's address. */
export function AuditLog({ path, nameOf }: AuditListProps) {
  const newest = useResource<Entries>(path);
  const [older, setOlder] = useState<readonly AuditEntry[]>([]);
  const [ended, setEnded] = useState(false);
  const more = (last: AuditEntry) =>
    toastFailure(async () => {
      const { entries } = await request<Entries>("GET", `${path}?before=${last.id}`);
      setOlder([...older, ...entries]);
      setEnded(entries.length < pageSize);
    });
  return (
    <Loaded from={newest} lines={4}>
      {({ entries }) => {
        const rows = [...entries, ...older.filter(({ id }) => id < (entries.at(-1)?.id ?? 0))];
        const last = rows.at(-1);
        return (
          <>
            <Table
              caption="What was done, newest first"
              rows={rows}
              id={({ id }) => id}
              columns={auditColumns(nameOf)}
            />
            {last && rows.length >= pageSize && !ended && (
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
  );
}
