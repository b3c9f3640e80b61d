import { useState } from "preact/hooks";
import type { ListedEndpoint, MadeWebhookEndpoint, Webhooks } from "@selfsame/server/api/dashboard/answers/webhooks";
import { replaceQuery, route } from "../../../state/route.ts";
import { useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { PageHead } from "../../../ui/parts.tsx";
import { AddEndpointDialog } from "./add-endpoint-dialog.tsx";
import type { EndpointAction } from "./endpoint-columns.tsx";
import { EndpointDialogs } from "./endpoint-dialogs.tsx";
import { EndpointTable } from "./endpoint-table.tsx";
import { WebhookTabs } from "../webhook-tabs.tsx";
import { EndpointSecretDialog } from "./endpoint-secret-dialog.tsx";

const refreshMs = 5000;
const add = () => replaceQuery({ new: "" });

export function EndpointsView() {
  const webhooks = useResource<Webhooks>("/webhooks", refreshMs);
  const types = webhooks.data?.types ?? [];
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
      <EndpointTable webhooks={webhooks} onAction={(action, endpoint) => setOpen({ action, endpoint })} onAdd={add} />
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
