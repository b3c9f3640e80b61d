import { useState } from "preact/hooks";
import { explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import type { AuditEntry } from "@selfsame/server/api/dashboard/answers/audit";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { useResource } from "../../state/resource.ts";
import { toast } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { AuditList, auditColumns } from "../audit/audit-list.tsx";

interface Entries {
  readonly entries: readonly AuditEntry[];
}

const pageSize = 50;

interface AuditLogProps {
  /** Below the API. */
  readonly path: string;
  /** What an id stands for; empty where that is not known. */
  readonly nameOf: (id: string) => string;
}

export function AuditPanel() {
  const keys = useResource<{ keys: readonly Key[] }>("/keys").data?.keys ?? [];
  const members = useResource<{ members: readonly Member[] }>("/members").data?.members ?? [];
  const nameOf = (id: string) =>
    keys.find((key) => key.id === id)?.name ?? members.find((member) => member.id === id)?.email ?? "";
  return (
    <Panel title="Audit log" lead="What was done in the team, newest first.">
      <AuditList path="/audit" nameOf={nameOf} />
    </Panel>
  );
}

/** In a dialog: without filters, and with nothing in the page's address. */
export function AuditLog({ path, nameOf }: AuditLogProps) {
  const newest = useResource<Entries>(path);
  const [older, setOlder] = useState<readonly AuditEntry[]>([]);
  const [ended, setEnded] = useState(false);
  const more = async (last: AuditEntry) => {
    try {
      const { entries } = await request<Entries>("GET", `${path}?before=${last.id}`);
      setOlder([...older, ...entries]);
      setEnded(entries.length < pageSize);
    } catch (error) {
      toast(explain(error), "failed");
    }
  };
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
