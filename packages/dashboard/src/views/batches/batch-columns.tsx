import type { Batch } from "@selfsame/server/api/v3/schemas/batches";
import { may } from "../../state/session.ts";
import { takeFile } from "../../state/take-file.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import type { CsvFields } from "../../ui/list/csv.ts";
import { Badge, Progress } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { count } from "../../ui/words/words.ts";
import { batchPath } from "./batch-list.ts";
import { leftOf } from "./left-of.ts";

export type BatchAction = "cancel" | "delete";

export const batchColumns = (onAction: (action: BatchAction, batch: Batch) => void): readonly Column<Batch>[] => [
  { title: "Batch", cell: (batch) => <BatchName subject={batch} /> },
  { title: "Status", cell: (batch) => <BatchStatus subject={batch} /> },
  { title: "Progress", sort: "-total", cell: (batch) => <HowFar subject={batch} /> },
  { title: "Failed", kind: "number", narrow: "drop", sort: "-failed", cell: ({ failed }) => count(failed) },
  { title: "Created", sort: "-created_at", cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: (batch) => may("developer") && <BatchActions subject={batch} onAction={onAction} />,
  },
];

export const batchCsv: CsvFields<Batch> = {
  id: ({ id }) => id,
  key_name: ({ key_name }) => key_name,
  status: ({ status }) => status,
  cancel_reason: ({ cancel_reason }) => cancel_reason,
  total: ({ total }) => total,
  done: ({ done }) => done,
  failed: ({ failed }) => failed,
  created: ({ created_at }) => created_at,
  ended: ({ ended_at }) => ended_at,
};

function BatchName({ subject: { id, key_name } }: { readonly subject: Batch }) {
  return (
    <div class="two-lines">
      <a class="strong" href={`#/batches/${id}`}>
        {id}
      </a>
      <span class="faint">{key_name === null ? "with a key that is deleted" : `with the key ${key_name}`}</span>
    </div>
  );
}

const tones = { queued: "plain", running: "accent", completed: "good", cancelled: "warn" } as const;
const reasons = { asked: "on request", key_revoked: "its key no longer works" } as const;

export function BatchStatus({ subject: { status, cancel_reason, ended_at } }: { readonly subject: Batch }) {
  return (
    <div class="two-lines">
      <Badge tone={tones[status]}>{status}</Badge>
      {cancel_reason !== null && <span class="faint">{reasons[cancel_reason]}</span>}
      {cancel_reason === null && ended_at !== null && (
        <span class="faint">
          <Time at={ended_at} />
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
  const { id, ended_at } = subject;
  return (
    <RowActions
      subject={id}
      first={{
        text: "Results (CSV)",
        label: `Results of ${id} as CSV`,
        run: () => void takeFile(`${batchPath(id)}/results`, `${id}.csv`),
      }}
      more={[
        ...(ended_at === null
          ? [{ text: "Cancel", label: `Cancel ${id}`, run: () => onAction("cancel", subject) }]
          : []),
        { text: "Delete", label: `Delete ${id}`, danger: true, run: () => onAction("delete", subject) },
      ]}
    />
  );
}
