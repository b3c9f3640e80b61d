import type { Batch } from "@selfsame/server/api/dashboard/answers/batches";
import { may } from "../../state/session.ts";
import { takeFile } from "../../state/take-file.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import { type CsvFields, isoTime } from "../../ui/list/csv.ts";
import { Badge, Progress } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { count } from "../../ui/words/words.ts";
import { leftOf } from "./left-of.ts";

export type BatchAction = "cancel" | "delete";

export const batchColumns = (onAction: (action: BatchAction, batch: Batch) => void): readonly Column<Batch>[] => [
  { title: "Batch", cell: (batch) => <BatchName subject={batch} /> },
  { title: "Status", cell: (batch) => <BatchStatus subject={batch} /> },
  { title: "Progress", sort: "-total", cell: (batch) => <HowFar subject={batch} /> },
  { title: "Failed", kind: "number", narrow: "drop", sort: "-failed", cell: ({ failed }) => count(failed) },
  { title: "Created", sort: "-created", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: (batch) => may("developer") && <BatchActions subject={batch} onAction={onAction} />,
  },
];

export const batchCsv: CsvFields<Batch> = {
  id: ({ id }) => id,
  key_name: ({ keyName }) => keyName,
  status: ({ status }) => status,
  cancel_reason: ({ cancelReason }) => cancelReason,
  total: ({ total }) => total,
  done: ({ done }) => done,
  failed: ({ failed }) => failed,
  created: ({ createdAtMs }) => isoTime(createdAtMs),
  ended: ({ endedAtMs }) => isoTime(endedAtMs),
};

function BatchName({ subject: { id, keyName } }: { readonly subject: Batch }) {
  return (
    <div class="two-lines">
      <a class="strong" href={`#/batches/${id}`}>
        {id}
      </a>
      <span class="faint">{keyName === null ? "with a key that is deleted" : `with the key ${keyName}`}</span>
    </div>
  );
}

const tones = { queued: "plain", running: "accent", completed: "good", cancelled: "warn" } as const;
const reasons = { asked: "on request", key_revoked: "its key no longer works" } as const;

export function BatchStatus({ subject: { status, cancelReason, endedAtMs } }: { readonly subject: Batch }) {
  return (
    <div class="two-lines">
      <Badge tone={tones[status]}>{status}</Badge>
      {cancelReason !== null && <span class="faint">{reasons[cancelReason]}</span>}
      {cancelReason === null && endedAtMs !== null && (
        <span class="faint">
          <Time atMs={endedAtMs} />
        </span>
      )}
    </div>
  );
}

export function HowFar({ subject }: { readonly subject: Batch }) {
  const { id, total, done, failed } = subject;
  const left = leftOf(subject);
  return (
    <div class="how-far">
      <Progress share={(done + failed) / total} label={`Progress of ${id}`} />
      <span class="tabular">
        {count(done + failed)} of {count(total)}
        {failed > 0 && <span class="faint">, {count(failed)} without a result</span>}
      </span>
      {left !== undefined && <span class="faint">{left}</span>}
    </div>
  );
}

interface BatchActionsProps {
  readonly subject: Batch;
  readonly onAction: (action: BatchAction, batch: Batch) => void;
}

function BatchActions({ subject, onAction }: BatchActionsProps) {
  const { id, endedAtMs } = subject;
  return (
    <RowActions
      subject={id}
      first={{
        text: "Results (CSV)",
        label: `Results of ${id} as CSV`,
        run: () => void takeFile(`/batches/${id}/results.csv`, `${id}.csv`),
      }}
      more={[
        ...(endedAtMs === null
          ? [{ text: "Cancel", label: `Cancel ${id}`, run: () => onAction("cancel", subject) }]
          : []),
        { text: "Delete", label: `Delete ${id}`, danger: true, run: () => onAction("delete", subject) },
      ]}
    />
  );
}
