import type { Node } from "@selfsame/server/api/dashboard/answers/operations";
import { Badge, Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { count } from "../../ui/words/words.ts";

const megabytes = (bytes: number): string => `${count(Math.round(bytes / 1e6))} MB`;

/** All nodes that share the database. */
export function NodesPanel({ nodes }: { readonly nodes: readonly Node[] }) {
  return (
    <Panel
      title="Nodes"
      lead="Nodes that share the database; each reports every 15 seconds. Stopped nodes are removed, killed ones after a day."
    >
      <Table
        caption="Nodes"
        rows={nodes}
        id={({ id }) => id}
        tone={({ stale }) => (stale ? "faint" : "")}
        columns={[
          {
            title: "Node",
            cell: ({ id, host, current }) => (
              <div class="two-lines">
                <span class="strong">
                  {host} {current && <Badge tone="accent">this one</Badge>}
                </span>
                <code class="faint">{id}</code>
              </div>
            ),
          },
          { title: "Version", cell: ({ version }) => version },
          {
            title: "Workers",
            kind: "number",
            cell: ({ workers, idle }) => `${workers - idle} of ${workers} busy`,
          },
          { title: "Queue", kind: "number", cell: ({ queued }) => count(queued) },
          {
            title: "Memory",
            kind: "number",
            cell: ({ memoryBytes, ownMemoryBytes }) => megabytes(memoryBytes + ownMemoryBytes),
          },
          {
            title: "Seen",
            cell: ({ stale, seenAtMs }) => (
              <>
                {stale && <Badge tone="bad">stale</Badge>} <Time atMs={seenAtMs} />
              </>
            ),
          },
          { title: "Started", narrow: "drop", cell: ({ startedAtMs }) => <Time atMs={startedAtMs} /> },
        ]}
      />
    </Panel>
  );
}
