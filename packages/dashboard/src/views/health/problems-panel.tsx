import type { Node } from "@selfsame/server/api/dashboard/answers/operations";
import { Badge, Empty, Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { count } from "../../ui/words/words.ts";

const shown = 20;

/** The latest problems of all nodes, one line per kind and node. */
export function ProblemsPanel({ nodes }: { readonly nodes: readonly Node[] }) {
  const problems = nodes
    .flatMap(({ id, host, problems }) => problems.map((problem) => ({ ...problem, id, host })))
    .toSorted((a, b) => b.lastAtMs - a.lastAtMs)
    .slice(0, shown);
  return (
    <Panel title="Last problems" lead="Warnings of the nodes since their start, by kind. Their logs have the details.">
      {problems.length === 0 ? (
        <Empty title="None">
          <p>No warnings since the nodes started.</p>
        </Empty>
      ) : (
        <Table
          caption="Problems, the latest first"
          rows={problems}
          id={({ id, kind }) => `${id} ${kind}`}
          columns={[
            { title: "Problem", cell: ({ kind }) => <span class="strong">{kind}</span> },
            {
              title: "Level",
              cell: ({ level }) => <Badge tone={level === "error" ? "bad" : "warn"}>{level}</Badge>,
            },
            { title: "Times", kind: "number", cell: (problem) => count(problem.count) },
            { title: "Node", narrow: "drop", cell: ({ host }) => host },
            { title: "Last", cell: ({ lastAtMs }) => <Time atMs={lastAtMs} /> },
          ]}
        />
      )}
    </Panel>
  );
}
