import { useState } from "preact/hooks";
import { explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import type { AuditEntry } from "../../api/types.ts";
import { useResource } from "../../state/resource.ts";
import { me } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { title as titleOf } from "../../ui/words.ts";

interface Entries {
  readonly entries: readonly AuditEntry[];
}

const pageSize = 50;

interface AuditPanelProps {
  /** Below the API. */
  readonly path: string;
  readonly title: string;
  readonly lead: string;
}

export function AuditPanel({ path, title, lead }: AuditPanelProps) {
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
    <Panel title={title} lead={lead}>
      <Loaded from={newest} lines={4}>
        {({ entries }) => {
          const rows = [...entries, ...older.filter(({ id }) => id < (entries.at(-1)?.id ?? 0))];
          const last = rows.at(-1);
          return (
            <>
              <Table
                caption={title}
                rows={rows}
                id={({ id }) => id}
                columns={[
                  { title: "What", cell: ({ action }) => <span class="strong">{titleOf(action)}</span> },
                  { title: "On", cell: ({ target }) => target && <code>{target}</code> },
                  {
                    title: "By",
                    cell: ({ actor }) =>
                      actor === null ? (
                        <span class="faint">nobody signed in</span>
                      ) : actor === me.value?.account.id ? (
                        "you"
                      ) : (
                        <code>{actor}</code>
                      ),
                  },
                  { title: "From", narrow: "drop", cell: ({ address }) => address && <code>{address}</code> },
                  { title: "When", cell: ({ atMs }) => <Time atMs={atMs} /> },
                ]}
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
    </Panel>
  );
}
