import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { WebhookEndpoint, WebhookEndpoints } from "@selfsame/server/api/v3/schemas/webhooks";
import type { Resource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { FilterField } from "../../../ui/list.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { useLocalList } from "../../../ui/list/use-list.ts";
import { Empty } from "../../../ui/parts.tsx";
import { type EndpointAction, endpointColumns, endpointCsv, endpointSorts, standingOf } from "./endpoint-columns.tsx";

interface EndpointTableProps {
  readonly webhooks: Resource<WebhookEndpoints>;
  readonly onAction: (action: EndpointAction, endpoint: WebhookEndpoint) => void;
  readonly onAdd: () => void;
}

export function EndpointTable({ webhooks, onAction, onAdd }: EndpointTableProps) {
  const list = useLocalList<WebhookEndpoints, WebhookEndpoint>({
    resource: webhooks,
    rows: ({ endpoints }) => endpoints,
    filters: { status: (endpoint, value) => standingOf(endpoint) === value },
    texts: ({ id, url }) => [id, url],
    sorts: endpointSorts,
    firstSort: "added",
  });
  return (
    <DataList
      list={list}
      search="Search endpoints"
      placeholder="Search by address"
      filters={
        <FilterField
          label="Status"
          every="Every status"
          name="status"
          options={[
            { value: "active", text: "Active" },
            { value: "failing", text: "Failing" },
            { value: "unverified", text: "Unverified" },
            { value: "disabled", text: "Disabled" },
          ]}
        />
      }
      caption="Webhook endpoints"
      id={({ id }) => id}
      columns={endpointColumns(onAction)}
      file="webhook-endpoints"
      csv={endpointCsv}
      nothing="No endpoint matches"
      all="Show all endpoints"
      empty={
        <Empty title="No webhook endpoints yet" whole>
          <p>
            Add one to receive a signed message when a session ends. An endpoint is an https address of your backend.{" "}
            <a href={pathTo("/docs/guide/webhooks")}>How to check the signature</a>
          </p>
          {may("developer") && <Button onClick={onAdd}>Add an endpoint</Button>}
        </Empty>
      }
    />
  );
}
