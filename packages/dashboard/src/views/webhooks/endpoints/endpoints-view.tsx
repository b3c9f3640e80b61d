import { useState } from "preact/hooks";
import type { MadeWebhookEndpoint, WebhookEndpoint, WebhookEndpoints } from "@selfsame/server/api/v3/schemas/webhooks";
import { replaceQuery, route } from "../../../state/route.ts";
import { useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { PageHead } from "../../../ui/parts.tsx";
import { AddEndpointDialog } from "./add-endpoint-dialog.tsx";
import type { EndpointAction } from "./endpoint-columns.tsx";
import { endpointListPath } from "../webhook-lists.ts";
import { EndpointDialogs } from "./endpoint-dialogs.tsx";
import { EndpointTable } from "./endpoint-table.tsx";
import { WebhookTabs } from "../webhook-tabs.tsx";
import { EndpointSecretDialog } from "./endpoint-secret-dialog.tsx";

const refreshMs = 5000;
const add = () => replaceQuery({ new: "" });

export function EndpointsView() {
  const webhooks = useResource<WebhookEndpoints>(endpointListPath, refreshMs);
  const adding = route.value.query.has("new");
  const [open, setOpen] = useState<{ readonly action: EndpointAction; readonly endpoint: WebhookEndpoint }>();
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
      <EndpointTable webhooks={webhooks} onAction={(action, endpoint) => setOpen({ action, endpoint })} onAdd={add} />
      {adding && may("developer") && webhooks.data && (
        <AddEndpointDialog onMade={showSecret} onClose={() => replaceQuery({ new: undefined })} />
      )}
      {open && (
        <EndpointDialogs
          {...open}
          onMade={showSecret}
          onClose={() => setOpen(undefined)}
          onChanged={() => void webhooks.reload()}
        />
      )}
      {made && <EndpointSecretDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
