import type { UsageBucket } from "@selfsame/server/api/dashboard/answers/usage";
import { Table } from "../../ui/table.tsx";
import type { Column } from "../../ui/table.tsx";
import { bucketTime, exactBucket } from "../../ui/words/times.ts";
import { count, milliseconds } from "../../ui/words/words.ts";
import type { UsageChoice } from "./choices.ts";

interface UsageTableProps {
  readonly buckets: readonly UsageBucket[];
  readonly choice: UsageChoice;
  readonly nameOf: (group: string | null) => string;
}

/** Maximum number of rows; longer tables are in the CSV file. */
const mostRows = 200;

const groupTitles = { none: "", key: "Key", endpoint: "Endpoint", outcome: "Outcome" } as const;
const timeTitles = { hour: "Hour", day: "Day (UTC)", month: "Month (UTC)" } as const;

/** The numbers of the chart: newest first, and largest first within one time. */
export function UsageTable({ buckets, choice: { by, split }, nameOf }: UsageTableProps) {
  const rows = buckets.toSorted((a, b) => b.startMs - a.startMs || b.count - a.count).slice(0, mostRows);
  const group: Column<UsageBucket> = { title: groupTitles[split], cell: (row) => nameOf(row.group) };
  return (
    <>
      <Table
        caption="Requests by time"
        compact
        rows={rows}
        id={({ startMs, group }) => `${startMs} ${group}`}
        columns={[
          {
            title: timeTitles[by],
            cell: ({ startMs }) => (
              <time dateTime={new Date(startMs).toISOString()} title={exactBucket(startMs, by)}>
                {bucketTime(startMs, by)}
              </time>
            ),
          },
          ...(split === "none" ? [] : [group]),
          { title: "Requests", kind: "number", cell: (row) => count(row.count) },
          {
            title: "Median",
            kind: "number",
            ...(split !== "none" && { narrow: "drop" }),
            cell: (row) => milliseconds(row.p50Ms),
          },
          { title: "95% within", kind: "number", cell: (row) => milliseconds(row.p95Ms) },
        ]}
      />
      {buckets.length > mostRows && (
        <p class="hint table-note">
          The newest {mostRows} of {count(buckets.length)} rows. The CSV file has them all.
        </p>
      )}
    </>
  );
}
