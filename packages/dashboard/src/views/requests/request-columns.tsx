import type { LoggedRequest } from "@selfsame/server/api/v3/schemas/requests";
import { Button } from "../../ui/forms/button.tsx";
import type { CsvFields } from "../../ui/list/csv.ts";
import { Badge } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { outcomeTone } from "../../ui/words/outcomes.ts";
import { Time } from "../../ui/words/time.tsx";
import { milliseconds, plain } from "../../ui/words/words.ts";

export const requestColumns = (onOpen: (request: LoggedRequest) => void): readonly Column<LoggedRequest>[] => [
  {
    title: "Request",
    cell: ({ route, request_id }) => (
      <div class="two-lines">
        <span class="strong">{route}</span>
        <code class="faint long">{request_id}</code>
      </div>
    ),
  },
  { title: "Outcome", cell: (request) => <RequestOutcome subject={request} /> },
  { title: "Key", narrow: "drop", cell: ({ key_name }) => key_name ?? <span class="faint">none</span> },
  { title: "Took", kind: "number", sort: "-duration_ms", cell: ({ duration_ms }) => milliseconds(duration_ms) },
  { title: "When", sort: "-answered_at", cell: ({ answered_at }) => <Time at={answered_at} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: (request) => (
      <Button size="small" kind="quiet" label={`Details of ${request.request_id}`} onClick={() => onOpen(request)}>
        Details
      </Button>
    ),
  },
];

export const requestCsv: CsvFields<LoggedRequest> = {
  time: ({ answered_at }) => answered_at,
  request_id: ({ request_id }) => request_id,
  route: ({ route }) => route,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  code: ({ code }) => code,
  issues: ({ quality_issues }) =>
    Object.entries(quality_issues)
      .map(([photo, found]) => `${photo}: ${found.join(" ")}`)
      .join("; "),
  key_id: ({ key_id }) => key_id ?? "none",
  key_name: ({ key_name }) => key_name,
  duration_ms: ({ duration_ms }) => duration_ms,
  node: ({ node }) => node,
};

/** Shows the error code if there is one, since it is more specific than "error". */
function RequestOutcome({ subject: { outcome, code, status, quality_issues } }: { readonly subject: LoggedRequest }) {
  const found = new Set(Object.values(quality_issues).flat());
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
