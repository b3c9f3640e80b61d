import type { ListedEndpoint, WebhookEndpoint } from "@selfsame/server/api/dashboard/answers/webhooks";
import { may } from "../../../state/session.ts";
import { RowActions } from "../../../ui/row-actions.tsx";
import { type CsvFields, isoTime } from "../../../ui/list/csv.ts";
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

/** Of the deliveries of the last 7 days that came to an end; null where there was none. */
const successRate = ({ delivered, failed }: ListedEndpoint): number | null =>
  delivered + failed === 0 ? null : delivered / (delivered + failed);

export const endpointColumns = (
  onAction: (action: EndpointAction, endpoint: ListedEndpoint) => void,
): readonly Column<ListedEndpoint>[] => [
  { title: "Endpoint", sort: "address", cell: (endpoint) => <EndpointName subject={endpoint} /> },
  { title: "Status", cell: (endpoint) => <EndpointStatus subject={endpoint} /> },
  { title: "Delivered, 7 days", kind: "number", sort: "success", cell: (endpoint) => <Success subject={endpoint} /> },
  {
    title: "Last failure",
    sort: "-failure",
    cell: ({ lastFailureAtMs }) =>
      lastFailureAtMs === null ? <span class="faint">none</span> : <Time atMs={lastFailureAtMs} />,
  },
  { title: "Added", sort: "-added", narrow: "drop", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
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

/** As its badge says. */
export function standingOf({ status, verifiedAtMs, failingSinceMs }: WebhookEndpoint) {
  if (status === "disabled") return "disabled";
  if (verifiedAtMs === null) return "unverified";
  return failingSinceMs === null ? "active" : "failing";
}

export const endpointSorts: SortKeys<ListedEndpoint> = {
  address: ({ url }) => url,
  success: successRate,
  failure: ({ lastFailureAtMs }) => lastFailureAtMs,
  added: ({ createdAtMs }) => createdAtMs,
};

export const endpointCsv: CsvFields<ListedEndpoint> = {
  id: ({ id }) => id,
  url: ({ url }) => url,
  types: ({ types }) => types.join(" "),
  test: ({ test }) => test,
  status: ({ status }) => status,
  disabled_reason: ({ disabledReason }) => disabledReason,
  delivered: ({ delivered }) => delivered,
  failed: ({ failed }) => failed,
  last_failure: ({ lastFailureAtMs }) => isoTime(lastFailureAtMs),
  created: ({ createdAtMs }) => isoTime(createdAtMs),
};

function Success({ subject }: { readonly subject: ListedEndpoint }) {
  const rate = successRate(subject);
  if (rate === null) return <span class="faint">none yet</span>;
  const { delivered, failed } = subject;
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
  const { status, disabledReason, failingSinceMs, verifiedAtMs } = subject;
  if (status === "disabled") {
    return (
      <div class="two-lines">
        <Badge tone={disabledReason === null ? "plain" : "bad"}>disabled</Badge>
        <span class="faint">{disabledReason === null ? "by a member" : reasons[disabledReason]}</span>
      </div>
    );
  }
  if (verifiedAtMs === null) {
    return (
      <div class="two-lines">
        <Badge tone="warn">unverified</Badge>
        <span class="faint">receives ten deliveries until it answers 2xx: send a test event</span>
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
