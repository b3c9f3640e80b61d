import type { Delivery } from "@selfsame/server/api/v3/schemas/webhooks";
import { may } from "../../state/session.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import type { CsvFields } from "../../ui/list/csv.ts";
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
    cell: ({ type, event_id }) => (
      <div class="two-lines">
        <span class="strong">{type}</span>
        <code class="faint">{event_id}</code>
      </div>
    ),
  },
  { title: "Status", sort: "-attempts", cell: (delivery) => <Status subject={delivery} /> },
  {
    title: "Answer",
    sort: "-duration_ms",
    cell: (delivery) => (
      <div class="two-lines">
        <span>{answerText(delivery)}</span>
        {delivery.duration_ms !== null && <span class="faint">{milliseconds(delivery.duration_ms)}</span>}
      </div>
    ),
  },
  {
    title: "Sent",
    sort: "-created_at",
    cell: ({ attempted_at, created_at }) => <Time at={attempted_at ?? created_at} />,
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
  event_id: ({ event_id }) => event_id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  response_status: ({ response }) => response?.status ?? null,
  problem: ({ problem }) => problem,
  duration_ms: ({ duration_ms }) => duration_ms,
  created: ({ created_at }) => created_at,
  attempted: ({ attempted_at }) => attempted_at,
  next_attempt: ({ next_attempt_at }) => next_attempt_at,
};

const tones = { pending: "accent", delivered: "good", failed: "bad" } as const;

function Status({ subject: { status, attempts, next_attempt_at } }: { readonly subject: Delivery }) {
  return (
    <div class="two-lines">
      <Badge tone={tones[status]}>{status === "pending" && attempts > 0 ? "retrying" : status}</Badge>
      {attempts > 1 && <span class="faint">{many(attempts, "attempt")}</span>}
      {status === "pending" && attempts > 0 && next_attempt_at !== null && (
        <span class="faint">
          next <Time at={next_attempt_at} />
        </span>
      )}
    </div>
  );
}
