import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import type { CsvFields } from "../../ui/list/csv.ts";
import { Badge } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { plain } from "../../ui/words/words.ts";
import { reasonsText, tones } from "./words.ts";
import { Breakable } from "../../ui/words/breakable.tsx";

export const sessionColumns = (onCancel: (session: Session) => void): readonly Column<Session>[] => [
  { title: "Session", cell: (session) => <SessionName subject={session} /> },
  { title: "Status", cell: (session) => <SessionStatus subject={session} /> },
  {
    title: "Attempts",
    kind: "number",
    sort: "-attempts",
    cell: ({ attempts, attempts_allowed }) => `${attempts} of ${attempts_allowed}`,
  },
  { title: "Created", sort: "-created_at", cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: "Ended",
    sort: "-ended_at",
    narrow: "drop",
    cell: ({ ended_at }) => (ended_at === null ? <span class="faint">not yet</span> : <Time at={ended_at} />),
  },
  {
    title: "Actions",
    kind: "actions",
    cell: (session) =>
      session.ended_at === null &&
      may("developer") && (
        <Button size="small" kind="quiet" label={`Cancel ${session.id}`} onClick={() => onCancel(session)}>
          Cancel
        </Button>
      ),
  },
];

export const sessionCsv: CsvFields<Session> = {
  id: ({ id }) => id,
  external_id: ({ external_id }) => external_id,
  status: ({ status }) => status,
  reasons: ({ result }) => result?.reasons.join(" ") ?? "",
  similarity: ({ result }) => result?.similarity ?? null,
  attempts: ({ attempts }) => attempts,
  attempts_allowed: ({ attempts_allowed }) => attempts_allowed,
  key_name: ({ key_name }) => key_name,
  reviewed_by: ({ result }) => result?.reviewed_by ?? null,
  review_reason: ({ result }) => result?.review_reason ?? null,
  created: ({ created_at }) => created_at,
  opened: ({ opened_at }) => opened_at,
  started: ({ consent }) => consent?.at ?? null,
  ended: ({ ended_at }) => ended_at,
  expires: ({ expires_at }) => expires_at,
  metadata: ({ metadata }) => (Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)),
};

function SessionName({ subject: { id, external_id, test } }: { readonly subject: Session }) {
  return (
    <div class="two-lines">
      <a class="strong" href={`#/verifications/${id}`}>
        <Breakable text={external_id ?? id} />
      </a>
      <span class="faint">
        {test && <Badge tone="accent">test</Badge>} {external_id !== null && <code>{id}</code>}
      </span>
    </div>
  );
}

export function SessionStatus({ subject: { status, result } }: { readonly subject: Session }) {
  return (
    <div class="two-lines">
      <Badge tone={tones[status]}>{plain(status)}</Badge>
      {result && result.reasons.length > 0 && <span class="faint">{reasonsText(result.reasons)}</span>}
    </div>
  );
}
