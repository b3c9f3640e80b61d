import type { Verification } from "@selfsame/server/api/dashboard/answers/verifications";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { plain } from "../../ui/words/words.ts";
import { reasonsText, tones } from "./words.ts";

interface SessionTableProps {
  readonly sessions: readonly Verification[];
  readonly onCancel: (session: Verification) => void;
}

export function SessionTable({ sessions, onCancel }: SessionTableProps) {
  return (
    <Table
      caption="Sessions, newest first"
      rows={sessions}
      id={({ id }) => id}
      columns={[
        { title: "Session", cell: (session) => <SessionName subject={session} /> },
        { title: "Status", cell: (session) => <SessionStatus subject={session} /> },
        {
          title: "Attempts",
          kind: "number",
          cell: ({ attempts, attemptsAllowed }) => `${attempts} of ${attemptsAllowed}`,
        },
        { title: "Created", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (session) =>
            session.endedAtMs === null &&
            may("developer") && (
              <Button size="small" kind="quiet" label={`Cancel ${session.id}`} onClick={() => onCancel(session)}>
                Cancel
              </Button>
            ),
        },
      ]}
    />
  );
}

function SessionName({ subject: { id, externalId, test } }: { readonly subject: Verification }) {
  return (
    <div class="two-lines">
      <a class="strong" href={`#/verifications/${id}`}>
        {externalId ?? id}
      </a>
      <span class="faint">
        {test && <Badge tone="accent">test</Badge>} {externalId !== null && <code>{id}</code>}
      </span>
    </div>
  );
}

export function SessionStatus({ subject: { status, reasons } }: { readonly subject: Verification }) {
  return (
    <div class="two-lines">
      <Badge tone={tones[status]}>{plain(status)}</Badge>
      {reasons.length > 0 && <span class="faint">{reasonsText(reasons)}</span>}
    </div>
  );
}
