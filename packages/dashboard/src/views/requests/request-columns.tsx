import type { LoggedRequest } from "@selfsame/server/api/dashboard/answers/operations";
import { Button } from "../../ui/forms/button.tsx";
import { type CsvFields, isoTime } from "../../ui/list/csv.ts";
import { Badge } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { outcomeTone } from "../../ui/words/outcomes.ts";
import { Time } from "../../ui/words/time.tsx";
import { milliseconds, plain } from "../../ui/words/words.ts";

export const requestColumns = (onOpen: (request: LoggedRequest) => void): readonly Column<LoggedRequest>[] => [
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
  { title: "Took", kind: "number", sort: "-took", cell: ({ durationMs }) => milliseconds(durationMs) },
  { title: "When", sort: "-time", cell: ({ atMs }) => <Time atMs={atMs} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: (request) => (
      <Button size="small" kind="quiet" label={`Details of ${request.requestId}`} onClick={() => onOpen(request)}>
        Details
      </Button>
    ),
  },
];

export const requestCsv: CsvFields<LoggedRequest> = {
  time: ({ atMs }) => isoTime(atMs),
  request_id: ({ requestId }) => requestId,
  route: ({ route }) => route,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  code: ({ code }) => code,
  issues: ({ issues }) =>
    Object.entries(issues)
      .map(([photo, found]) => `${photo}: ${found.join(" ")}`)
      .join("; "),
  key_id: ({ keyId }) => keyId,
  key_name: ({ keyName }) => keyName,
  duration_ms: ({ durationMs }) => durationMs,
  node: ({ node }) => node,
};

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
