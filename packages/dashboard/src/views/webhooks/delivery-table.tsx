import type { Delivery } from "@selfsame/server/api/dashboard/answers/webhooks";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { many, milliseconds } from "../../ui/words/words.ts";
import { answerText } from "./answer-text.ts";

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  readonly onOpen: (delivery: Delivery) => void;
  readonly onSendAgain: (delivery: Delivery) => void;
}

export function DeliveryTable({ deliveries, onOpen, onSendAgain }: DeliveryTableProps) {
  return (
    <Table
      caption="Deliveries, newest first"
      rows={deliveries}
      id={({ id }) => id}
      columns={[
        {
          title: "Event",
          cell: ({ type, eventId }) => (
            <div class="two-lines">
              <span class="strong">{type}</span>
              <code class="faint">{eventId}</code>
            </div>
          ),
        },
        { title: "Status", cell: (delivery) => <Status subject={delivery} /> },
        {
          title: "Answer",
          cell: (delivery) => (
            <div class="two-lines">
              <span>{answerText(delivery)}</span>
              {delivery.durationMs !== null && <span class="faint">{milliseconds(delivery.durationMs)}</span>}
            </div>
          ),
        },
        {
          title: "Sent",
          cell: ({ attemptedAtMs, createdAtMs }) => <Time atMs={attemptedAtMs ?? createdAtMs} />,
        },
        {
          title: "Actions",
          kind: "actions",
          cell: (delivery) => (
            <>
              <Button
                size="small"
                kind="quiet"
                label={`Details of ${delivery.type} ${delivery.id}`}
                onClick={() => onOpen(delivery)}
              >
                Details
              </Button>
              {may("developer") && (
                <Button
                  size="small"
                  kind="quiet"
                  label={`Send again ${delivery.type} ${delivery.id}`}
                  onClick={() => onSendAgain(delivery)}
                >
                  Send again
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

const tones = { pending: "accent", delivered: "good", failed: "bad" } as const;

function Status({ subject: { status, attempts, nextAttemptAtMs } }: { readonly subject: Delivery }) {
  return (
    <div class="two-lines">
      <Badge tone={tones[status]}>{status === "pending" && attempts > 0 ? "to be tried again" : status}</Badge>
      {attempts > 1 && <span class="faint">{many(attempts, "attempt")}</span>}
      {status === "pending" && attempts > 0 && nextAttemptAtMs !== null && (
        <span class="faint">
          next <Time atMs={nextAttemptAtMs} />
        </span>
      )}
    </div>
  );
}
