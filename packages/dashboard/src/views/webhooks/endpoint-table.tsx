import type { WebhookEndpoint } from "@selfsame/server/api/dashboard/answers/webhooks";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";

export type EndpointAction = "enable" | "test" | "rotate" | "delete";

interface EndpointTableProps {
  readonly endpoints: readonly WebhookEndpoint[];
  readonly onAction: (action: EndpointAction, endpoint: WebhookEndpoint) => void;
}

const names: Readonly<Record<EndpointAction, string>> = {
  enable: "Switch on",
  test: "Test",
  rotate: "Rotate",
  delete: "Delete",
};
const actionsOf = {
  active: ["test", "rotate", "delete"],
  disabled: ["enable", "rotate", "delete"],
} as const;

export function EndpointTable({ endpoints, onAction }: EndpointTableProps) {
  return (
    <Table
      caption="Webhook endpoints, oldest first"
      rows={endpoints}
      id={({ id }) => id}
      columns={[
        { title: "Endpoint", cell: (endpoint) => <EndpointName subject={endpoint} /> },
        { title: "Status", cell: (endpoint) => <EndpointStatus subject={endpoint} /> },
        { title: "Added", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (endpoint) => (
            <>
              <a
                class="button quiet small"
                href={`#/webhooks/${endpoint.id}`}
                aria-label={`Deliveries to ${endpoint.url}`}
              >
                Deliveries
              </a>
              {(may("developer") ? actionsOf[endpoint.status] : []).map((action) => (
                <Button
                  key={action}
                  size="small"
                  kind="quiet"
                  label={`${names[action]} ${endpoint.url}`}
                  onClick={() => onAction(action, endpoint)}
                >
                  {names[action]}
                </Button>
              ))}
            </>
          ),
        },
      ]}
    />
  );
}

function EndpointName({ subject: { id, url, types, test } }: { readonly subject: WebhookEndpoint }) {
  return (
    <div class="two-lines">
      <a class="strong address" href={`#/webhooks/${id}`}>
        {url}
      </a>
      <span class="faint">
        {test && <Badge tone="accent">test</Badge>} hears of {types.length === 0 ? "everything" : types.join(", ")}
      </span>
    </div>
  );
}

const reasons = { gone: "it answered 410", failing: "it failed for five days" } as const;

export function EndpointStatus({ subject }: { readonly subject: WebhookEndpoint }) {
  const { status, disabledReason, failingSinceMs, verifiedAtMs } = subject;
  if (status === "disabled") {
    return (
      <div class="two-lines">
        <Badge tone="bad">switched off</Badge>
        {disabledReason !== null && <span class="faint">{reasons[disabledReason]}</span>}
      </div>
    );
  }
  if (verifiedAtMs === null) {
    return (
      <div class="two-lines">
        <Badge tone="warn">unverified</Badge>
        <span class="faint">gets ten deliveries until it answers 2xx: send a test event</span>
      </div>
    );
  }
  if (failingSinceMs === null) return <Badge tone="good">active</Badge>;
  return (
    <div class="two-lines">
      <Badge tone="warn">failing</Badge>
      <span class="faint">
        since <Time atMs={failingSinceMs} />
      </span>
    </div>
  );
}
