import { useState } from "preact/hooks";
import type { MadeWebhookEndpoint, WebhookEndpoint, Webhooks } from "@selfsame/server/api/dashboard/answers/webhooks";
import { replaceQuery, route } from "../../state/route.ts";
import { useResource } from "../../state/resource.ts";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { AddEndpointDialog } from "./add-endpoint-dialog.tsx";
import { EndpointTable } from "./endpoint-table.tsx";
import type { EndpointAction } from "./endpoint-table.tsx";
import { EndpointDialogs } from "./endpoint-dialogs.tsx";
import { EndpointSecretDialog } from "./endpoint-secret-dialog.tsx";

const refreshMs = 5000;
const add = () => replaceQuery({ new: "" });

export function EndpointsView() {
  const webhooks = useResource<Webhooks>("/webhooks", refreshMs);
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
      <Loaded from={webhooks}>
        {({ endpoints, types }) => (
          <>
            {endpoints.length > 0 ? (
              <EndpointTable endpoints={endpoints} onAction={(action, endpoint) => setOpen({ action, endpoint })} />
            ) : (
              <Empty title="No webhook endpoints yet" whole>
                <p>
                  Add one to receive a signed message when a session ends. An endpoint is an https address of yours.{" "}
                  <a href="/docs/guide/webhooks">How to check the signature</a>
                </p>
                {may("developer") && <Button onClick={add}>Add an endpoint</Button>}
              </Empty>
            )}
            {adding && may("developer") && (
              <AddEndpointDialog types={types} onMade={showSecret} onClose={() => replaceQuery({ new: undefined })} />
            )}
          </>
        )}
      </Loaded>
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
