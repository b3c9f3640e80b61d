import { useState } from "preact/hooks";
import type { ListedEndpoint, MadeWebhookEndpoint, Webhooks } from "@selfsame/server/api/dashboard/answers/webhooks";
import { replaceQuery, route } from "../../state/route.ts";
import { useResource } from "../../state/resource.ts";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useLocalList } from "../../ui/list/use-list.ts";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { AddEndpointDialog } from "./add-endpoint-dialog.tsx";
import { type EndpointAction, endpointColumns, endpointCsv, endpointSorts, standingOf } from "./endpoint-columns.tsx";
import { EndpointDialogs } from "./endpoint-dialogs.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";
import { EndpointSecretDialog } from "./endpoint-secret-dialog.tsx";

const refreshMs = 5000;
const add = () => replaceQuery({ new: "" });

export function EndpointsView() {
  const webhooks = useResource<Webhooks>("/webhooks", refreshMs);
  const types = webhooks.data?.types ?? [];
  const list = useLocalList<Webhooks, ListedEndpoint>({
    resource: webhooks,
    rows: ({ endpoints }) => endpoints,
    filters: { status: (endpoint, value) => standingOf(endpoint) === value },
    texts: ({ id, url }) => [id, url],
    sorts: endpointSorts,
    firstSort: "added",
  });
  const adding = route.value.query.has("new");
  const [open, setOpen] = useState<{ readonly action: EndpointAction; readonly endpoint: ListedEndpoint }>();
  const [made, setMade] = useState<MadeWebhookEndpoint>();
  const showSecret = (result: MadeWebhookEndpoint) => {
    replaceQuery({ new: undefined });
    setOpen(undefined);
    setMade(result);
    void webhooks.reload();
  };
  return (
    <>
      <PageHead
        title="Webhooks"
        lead="Your addresses that receive an event when a session or batch ends or a limit is reached."
      >
        {may("developer") && (
          <Button kind="primary" onClick={add}>
            Add an endpoint
          </Button>
        )}
      </PageHead>
      <WebhookTabs at="endpoints" />
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
        manyActions
        id={({ id }) => id}
        columns={endpointColumns((action, endpoint) => setOpen({ action, endpoint }))}
        file="webhook-endpoints"
        csv={endpointCsv}
        nothing="No endpoint matches"
        all="Show all endpoints"
        empty={
          <Empty title="No webhook endpoints yet" whole>
            <p>
              Add one to receive a signed message when a session ends. An endpoint is an https address of your backend.{" "}
              <a href="/docs/guide/webhooks">How to check the signature</a>
            </p>
            {may("developer") && <Button onClick={add}>Add an endpoint</Button>}
          </Empty>
        }
      />
      {adding && may("developer") && webhooks.data && (
        <AddEndpointDialog types={types} onMade={showSecret} onClose={() => replaceQuery({ new: undefined })} />
      )}
      {open && (
        <EndpointDialogs
          {...open}
          types={types}
          onMade={showSecret}
          onClose={() => setOpen(undefined)}
          onChanged={() => void webhooks.reload()}
        />
      )}
      {made && <EndpointSecretDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
