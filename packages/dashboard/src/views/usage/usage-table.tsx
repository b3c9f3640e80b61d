import type { Usage } from "@selfsame/server/api/v3/schemas/usage";
import { Table } from "../../ui/table.tsx";
import type { Column } from "../../ui/table.tsx";
import { bucketTime, exactBucket } from "../../ui/words/times.ts";
import { count, milliseconds } from "../../ui/words/words.ts";
import type { UsageChoice } from "./choices.ts";

interface UsageTableProps {
  readonly usage: Pick<Usage, "rows">;
  readonly choice: UsageChoice;
  readonly nameOf: (group: string | null) => string;
}

/** Maximum number of rows; longer tables are in the CSV file. */
const mostRows = 200;

const groupTitles = { none: "", key: "Key", endpoint: "Endpoint", outcome: "Outcome" } as const;
const timeTitles = { hour: "Hour", day: "Day (UTC)", month: "Month (UTC)" } as const;

/** The numbers of the chart: newest first, and largest first within one time. */
export function UsageTable({ usage, choice: { by, split }, nameOf }: UsageTableProps) {
  // Times of one kind, so that they are in order as texts.
  const rows = usage.rows
    .toSorted((a, b) => Number(a.group < b.group) - Number(a.group > b.group) || b.requests - a.requests)
    .slice(0, mostRows);
  const group: Column<Usage["rows"][number]> = { title: groupTitles[split], cell: (row) => nameOf(row.split ?? null) };
  return (
    <>
      <Table
        caption="Requests by time"
        compact
        rows={rows}
        id={({ group, split }) => `${group} ${split}`}
        columns={[
          {
            title: timeTitles[by],
            cell: ({ group }) => (
              <time dateTime={group} title={exactBucket(Date.parse(group), by)}>
                {bucketTime(Date.parse(group), by)}
              </time>
            ),
          },
          ...(split === "none" ? [] : [group]),
          { title: "Requests", kind: "number", cell: (row) => count(row.requests) },
          {
            title: "Median",
            kind: "number",
            ...(split !== "none" && { narrow: "drop" }),
            cell: (row) => milliseconds(row.p50_ms),
          },
          { title: "95% within", kind: "number", cell: (row) => milliseconds(row.p95_ms) },
        ]}
      />
      {usage.rows.length > mostRows && (
        <p class="hint table-note">
          The newest {mostRows} of {count(usage.rows.length)} rows. The CSV file has them all.
        </p>
      )}
    </>
  );
}
