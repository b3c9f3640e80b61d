import type { WebhookEndpoint } from "@selfsame/server/api/v3/schemas/webhooks";
import { may } from "../../../state/session.ts";
import { RowActions } from "../../../ui/row-actions.tsx";
import type { CsvFields } from "../../../ui/list/csv.ts";
import type { SortKeys } from "../../../ui/list/local-rows.ts";
import { Badge } from "../../../ui/parts.tsx";
import type { Column } from "../../../ui/table.tsx";
import { Time } from "../../../ui/words/time.tsx";
import { count, percent } from "../../../ui/words/words.ts";
import { Breakable } from "../../../ui/words/breakable.tsx";

export type EndpointAction = "enable" | "disable" | "edit" | "test" | "rotate" | "delete";

const names: Readonly<Record<EndpointAction, string>> = {
  enable: "Enable",
  disable: "Disable",
  edit: "Edit",
  test: "Test",
  rotate: "Rotate",
  delete: "Delete",
};
const actionsOf = {
  active: ["test", "edit", "rotate", "disable", "delete"],
  disabled: ["enable", "edit", "rotate", "delete"],
} as const;

/** Share of successful deliveries among those completed in the last 7 days; null if there were none. */
function successRate({ recent }: WebhookEndpoint): number | null {
  const { delivered, failed } = recent ?? nothing;
  return delivered + failed === 0 ? null : delivered / (delivered + failed);
}

const nothing = { delivered: 0, failed: 0, last_failure_at: null } as const;

export const endpointColumns = (
  onAction: (action: EndpointAction, endpoint: WebhookEndpoint) => void,
): readonly Column<WebhookEndpoint>[] => [
  { title: "Endpoint", sort: "address", cell: (endpoint) => <EndpointName subject={endpoint} /> },
  { title: "Status", cell: (endpoint) => <EndpointStatus subject={endpoint} /> },
  { title: "Delivered, 7 days", kind: "number", sort: "success", cell: (endpoint) => <Success subject={endpoint} /> },
  {
    title: "Last failure",
    sort: "-failure",
    cell: ({ recent }) =>
      recent?.last_failure_at ? <Time at={recent.last_failure_at} /> : <span class="faint">none</span>,
  },
  { title: "Added", sort: "-added", narrow: "drop", cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: (endpoint) => (
      <RowActions
        subject={endpoint.url}
        first={{
          text: "Deliveries",
          label: `Deliveries to ${endpoint.url}`,
          run: { href: `#/webhooks/${endpoint.id}` },
        }}
        more={(may("developer") ? actionsOf[endpoint.status] : []).map((action) => ({
          text: names[action],
          label: `${names[action]} ${endpoint.url}`,
          danger: action === "delete",
          run: () => onAction(action, endpoint),
        }))}
      />
    ),
  },
];

/** The endpoint's status, as on its badge. */
export function standingOf({ status, verified_at, failing_since }: WebhookEndpoint) {
  if (status === "disabled") return "disabled";
  if (verified_at === null) return "unverified";
  return failing_since === null ? "active" : "failing";
}

export const endpointSorts: SortKeys<WebhookEndpoint> = {
  address: ({ url }) => url,
  success: successRate,
  failure: ({ recent }) => recent?.last_failure_at ?? null,
  added: ({ created_at }) => created_at,
};

export const endpointCsv: CsvFields<WebhookEndpoint> = {
  id: ({ id }) => id,
  url: ({ url }) => url,
  types: ({ types }) => types.join(" "),
  test: ({ test }) => test,
  status: ({ status }) => status,
  disabled_reason: ({ disabled_reason }) => disabled_reason,
  delivered: ({ recent }) => recent?.delivered ?? null,
  failed: ({ recent }) => recent?.failed ?? null,
  last_failure: ({ recent }) => recent?.last_failure_at ?? null,
  created: ({ created_at }) => created_at,
};

function Success({ subject }: { readonly subject: WebhookEndpoint }) {
  const rate = successRate(subject);
  if (rate === null) return <span class="faint">none yet</span>;
  const { delivered, failed } = subject.recent ?? nothing;
  return (
    <span title={`${count(delivered)} delivered, ${count(failed)} failed`}>
      {percent(rate)} <span class="faint">of {count(delivered + failed)}</span>
    </span>
  );
}

function EndpointName({ subject: { id, url, types, test } }: { readonly subject: WebhookEndpoint }) {
  return (
    <div class="two-lines">
      <a class="strong address" href={`#/webhooks/${id}`}>
        <Breakable text={url} />
      </a>
      <span class="faint">
        {test && <Badge tone="accent">test</Badge>} receives {types.length === 0 ? "everything" : types.join(", ")}
      </span>
    </div>
  );
}

const reasons = { gone: "it answered 410", failing: "it failed for five days" } as const;

export function EndpointStatus({ subject }: { readonly subject: WebhookEndpoint }) {
  const { status, disabled_reason, failing_since, verified_at } = subject;
  if (status === "disabled") {
    return (
      <div class="two-lines">
        <Badge tone={disabled_reason === null ? "plain" : "bad"}>disabled</Badge>
        <span class="faint">{disabled_reason === null ? "by a member" : reasons[disabled_reason]}</span>
      </div>
    );
  }
  if (verified_at === null) {
    return (
      <div class="two-lines">
        <Badge tone="warn">unverified</Badge>
        <span class="faint">receives ten deliveries until it answers 2xx: send a test event</span>
      </div>
    );
  }
  if (failing_since === null) return <Badge tone="good">active</Badge>;
  return (
    <div class="two-lines">
      <Badge tone="warn">failing</Badge>
      <span class="faint">
        since <Time at={failing_since} />
      </span>
    </div>
  );
}
