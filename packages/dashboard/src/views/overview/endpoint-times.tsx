import type { Overview } from "@selfsame/server/api/dashboard/answers/usage";
import { Empty, Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { count, endpointName, many, milliseconds } from "../../ui/words/words.ts";

const shownMax = 8;

interface EndpointTimesProps {
  readonly endpoints: Overview["endpoints"];
  readonly batchItems: number;
}

/** Response times by endpoint. */
export function EndpointTimes({ endpoints, batchItems }: EndpointTimesProps) {
  return (
    <Panel
      title="Response times"
      lead={lead(batchItems)}
      aside={
        <a class="more" href="#/usage?show=time&split=endpoint">
          Over time
        </a>
      }
    >
      {endpoints.length === 0 ? (
        <Empty title="No requests in this time">Choose a longer time.</Empty>
      ) : (
        <Table
          caption="Response times by endpoint, the busiest first"
          compact
          rows={endpoints.slice(0, shownMax)}
          id={({ endpoint }) => endpoint}
          columns={[
            { title: "Endpoint", cell: ({ endpoint }) => endpointName(endpoint) },
            { title: "Requests", kind: "number", cell: (row) => count(row.count) },
            { title: "p50", kind: "number", cell: ({ p50Ms }) => milliseconds(p50Ms) },
            { title: "p95", kind: "number", cell: ({ p95Ms }) => milliseconds(p95Ms) },
          ]}
        />
      )}
    </Panel>
  );
}

function lead(batchItems: number): string {
  const times = "Half of the requests took at most p50, 95 of 100 at most p95.";
  return batchItems === 0 ? times : `${times} Without ${many(batchItems, "batch item")}, as nobody waits for them.`;
}
