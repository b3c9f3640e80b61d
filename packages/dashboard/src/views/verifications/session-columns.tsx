import type { Verification } from "@selfsame/server/api/dashboard/answers/verifications";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { type CsvFields, isoTime } from "../../ui/list/csv.ts";
import { Badge } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { plain } from "../../ui/words/words.ts";
import { reasonsText, tones } from "./words.ts";
import { Breakable } from "../../ui/words/breakable.tsx";

export const sessionColumns = (onCancel: (session: Verification) => void): readonly Column<Verification>[] => [
  { title: "Session", cell: (session) => <SessionName subject={session} /> },
  { title: "Status", cell: (session) => <SessionStatus subject={session} /> },
  {
    title: "Attempts",
    kind: "number",
    sort: "-attempts",
    cell: ({ attempts, attemptsAllowed }) => `${attempts} of ${attemptsAllowed}`,
  },
  { title: "Created", sort: "-made", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
  {
    title: "Ended",
    sort: "-ended",
    narrow: "drop",
    cell: ({ endedAtMs }) => (endedAtMs === null ? <span class="faint">not yet</span> : <Time atMs={endedAtMs} />),
  },
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
];

export const sessionCsv: CsvFields<Verification> = {
  id: ({ id }) => id,
  external_id: ({ externalId }) => externalId,
  status: ({ status }) => status,
  reasons: ({ reasons }) => reasons.join(" "),
  similarity: ({ similarity }) => similarity,
  attempts: ({ attempts }) => attempts,
  attempts_allowed: ({ attemptsAllowed }) => attemptsAllowed,
  key_name: ({ keyName }) => keyName,
  reviewed_by: ({ reviewedBy }) => reviewedBy,
  review_reason: ({ reviewReason }) => reviewReason,
  created: ({ createdAtMs }) => isoTime(createdAtMs),
  opened: ({ openedAtMs }) => isoTime(openedAtMs),
  started: ({ startedAtMs }) => isoTime(startedAtMs),
  ended: ({ endedAtMs }) => isoTime(endedAtMs),
  expires: ({ expiresAtMs }) => isoTime(expiresAtMs),
  metadata: ({ metadata }) => (Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)),
};

function SessionName({ subject: { id, externalId, test } }: { readonly subject: Verification }) {
  return (
    <div class="two-lines">
      <a class="strong" href={`#/verifications/${id}`}>
        <Breakable text={externalId ?? id} />
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
