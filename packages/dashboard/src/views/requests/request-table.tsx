import type { LoggedRequest } from "@selfsame/server/api/dashboard/answers/operations";
import { Badge } from "../../ui/parts.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { Table } from "../../ui/table.tsx";
import { outcomeTone } from "../../ui/words/outcomes.ts";
import { Time } from "../../ui/words/time.tsx";
import { milliseconds, plain } from "../../ui/words/words.ts";

interface RequestTableProps {
  readonly requests: readonly LoggedRequest[];
  readonly onOpen: (request: LoggedRequest) => void;
}

export function RequestTable({ requests, onOpen }: RequestTableProps) {
  return (
    <Table
      caption="Requests, newest first"
      brief
      rows={requests}
      id={({ id }) => id}
      columns={[
        {
          title: "Request",
          cell: ({ route, requestId }) => (
            <div class="two-lines">
              <span class="strong">{route}</span>
              <code class="faint long">{requestId}</code>
            </div>
          ),
        },
        { title: "Outcome", cell: (request) => <RequestOutcome subject={request} /> },
        { title: "Key", narrow: "drop", cell: ({ keyName }) => keyName ?? <span class="faint">none</span> },
        { title: "Took", kind: "number", cell: ({ durationMs }) => milliseconds(durationMs) },
        { title: "When", cell: ({ atMs }) => <Time atMs={atMs} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (request) => (
            <Button size="small" kind="quiet" label={`Details of ${request.requestId}`} onClick={() => onOpen(request)}>
              Details
            </Button>
          ),
        },
      ]}
    />
  );
}

/** The code where there is one: it says more than that there was an error. */
function RequestOutcome({ subject: { outcome, code, status, issues } }: { readonly subject: LoggedRequest }) {
  const found = new Set(Object.values(issues).flat());
  return (
    <div class="two-lines">
      <span>
        <Badge tone={outcomeTone(code ?? outcome)}>{plain(code ?? outcome)}</Badge>{" "}
        {status !== null && <span class="faint">{status}</span>}
      </span>
      {found.size > 0 && <span class="faint">{[...found].map(plain).join(", ")}</span>}
    </div>
  );
}
