import { useEffect, useState } from "preact/hooks";
import type {
  Deliveries,
  Delivery,
  ReplayedDeliveries,
  WebhookEndpoint,
} from "@selfsame/server/api/v3/schemas/webhooks";
import { request } from "../../api/request.ts";
import { replaceQuery, route } from "../../state/route.ts";
import { useResource } from "../../state/resource.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { useServerList } from "../../ui/list/use-list.ts";
import { PageHead } from "../../ui/parts.tsx";
import { Breakable } from "../../ui/words/breakable.tsx";
import { many } from "../../ui/words/words.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { EndpointStatus } from "./endpoints/endpoint-columns.tsx";
import { OpenedDelivery } from "./opened-delivery.tsx";
import { ReplayDialog } from "./replay-dialog.tsx";
import { deliveryList, endpointPath } from "./webhook-lists.ts";

const refreshMs = 2000;

/** Deliveries to one endpoint, and its responses. */
export function DeliveriesView({ id }: { readonly id: string }) {
  const path = endpointPath(id);
  const pathOf = (deliveryId: string) => `${path}/deliveries/${encodeURIComponent(deliveryId)}`;
  const list = useServerList<Deliveries, Delivery>({
    ...deliveryList(id),
    rows: ({ deliveries }) => deliveries,
    next: ({ next_cursor }) => next_cursor,
    refreshMs,
  });
  const { data: endpoint } = useResource<WebhookEndpoint>(path, refreshMs);
  const [replaying, setReplaying] = useState(false);
  const openId = route.value.query.get("delivery");
  // Moves the focus to the heading, as for a new page: the link that led here no longer exists.
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);

  const send = (what: string, sendPath: string) =>
    toastFailure(async () => {
      await request("POST", sendPath);
      toast(`${what} is on its way.`);
      await list.resource.reload();
    });
  const replayed = ({ replayed: sent, more }: ReplayedDeliveries) => {
    setReplaying(false);
    toast(
      sent === 0
        ? "Nothing to replay: each event was delivered or is on its way."
        : `${many(sent, "event")} on the way.${more ? " There are more: replay again once these are delivered." : ""}`,
    );
    void list.resource.reload();
  };

  return (
    <>
      <PageHead title="Deliveries" lead={<a href="#/webhooks">All endpoints</a>}>
        {may("developer") && (
          <>
            <Button disabled={endpoint?.status !== "active"} onClick={() => setReplaying(true)}>
              Replay failed
            </Button>
            <Button onClick={() => void send("The test event", `${path}/test`)}>Send a test event</Button>
          </>
        )}
      </PageHead>
      {endpoint && <EndpointNotice endpoint={endpoint} />}
      <DeliveryTable
        list={list}
        onOpen={(delivery) => replaceQuery({ delivery: delivery.id })}
        onReplay={(delivery) => void send("The same event", `${pathOf(delivery.id)}/resend`)}
      />
      {openId !== null && (
        <OpenedDelivery
          path={pathOf(openId)}
          refreshMs={refreshMs}
          onClose={() => replaceQuery({ delivery: undefined })}
        />
      )}
      {replaying && <ReplayDialog path={path} onReplayed={replayed} onClose={() => setReplaying(false)} />}
    </>
  );
}

function EndpointNotice({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <div class="notice">
      <p class="address">
        <strong>
          <Breakable text={endpoint.url} />
        </strong>
      </p>
      <EndpointStatus subject={endpoint} />
    </div>
  );
}
