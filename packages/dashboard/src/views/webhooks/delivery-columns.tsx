import type { Delivery } from "@selfsame/server/api/dashboard/answers/webhooks";
import { may } from "../../state/session.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import { type CsvFields, isoTime } from "../../ui/list/csv.ts";
import { Badge } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { many, milliseconds } from "../../ui/words/words.ts";
import { answerText } from "./answer-text.ts";

export interface DeliveryActions {
  readonly onOpen: (delivery: Delivery) => void;
  readonly onReplay: (delivery: Delivery) => void;
}

export const deliveryColumns = ({ onOpen, onReplay }: DeliveryActions): readonly Column<Delivery>[] => [
  {
    title: "Event",
    cell: ({ type, eventId }) => (
      <div class="two-lines">
        <span class="strong">{type}</span>
        <code class="faint">{eventId}</code>
      </div>
    ),
  },
  { title: "Status", sort: "-attempts", cell: (delivery) => <Status subject={delivery} /> },
  {
    title: "Answer",
    sort: "-took",
    cell: (delivery) => (
      <div class="two-lines">
        <span>{answerText(delivery)}</span>
        {delivery.durationMs !== null && <span class="faint">{milliseconds(delivery.durationMs)}</span>}
      </div>
    ),
  },
  {
    title: "Sent",
    sort: "-sent",
    cell: ({ attemptedAtMs, createdAtMs }) => <Time atMs={attemptedAtMs ?? createdAtMs} />,
  },
  {
    title: "Actions",
    kind: "actions",
    cell: (delivery) => (
      <RowActions
        subject={`${delivery.type} ${delivery.id}`}
        first={{
          text: "Details",
          label: `Details of ${delivery.type} ${delivery.id}`,
          run: () => onOpen(delivery),
        }}
        more={
          may("developer")
            ? [
                {
                  text: "Replay",
                  label: `Replay ${delivery.type} ${delivery.id}`,
                  run: () => onReplay(delivery),
                },
              ]
            : []
        }
      />
    ),
  },
];

export const deliveryCsv: CsvFields<Delivery> = {
  id: ({ id }) => id,
  event_id: ({ eventId }) => eventId,
  type: ({ type }) => type,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  response_status: ({ responseStatus }) => responseStatus,
  problem: ({ problem }) => problem,
  duration_ms: ({ durationMs }) => durationMs,
  created: ({ createdAtMs }) => isoTime(createdAtMs),
  attempted: ({ attemptedAtMs }) => isoTime(attemptedAtMs),
  next_attempt: ({ nextAttemptAtMs }) => isoTime(nextAttemptAtMs),
};

const tones = { pending: "accent", delivered: "good", failed: "bad" } as const;

function Status({ subject: { status, attempts, nextAttemptAtMs } }: { readonly subject: Delivery }) {
  return (
    <div class="two-lines">
      <Badge tone={tones[status]}>{status === "pending" && attempts > 0 ? "retrying" : status}</Badge>
      {attempts > 1 && <span class="faint">{many(attempts, "attempt")}</span>}
      {status === "pending" && attempts > 0 && nextAttemptAtMs !== null && (
        <span class="faint">
          next <Time atMs={nextAttemptAtMs} />
        </span>
      )}
    </div>
  );
}
