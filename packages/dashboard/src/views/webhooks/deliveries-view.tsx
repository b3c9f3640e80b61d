import { useEffect, useState } from "preact/hooks";
import type { Deliveries, Delivery, Replayed, WebhookEndpoint } from "@selfsame/server/api/dashboard/answers/webhooks";
import { request } from "../../api/request.ts";
import { replaceQuery, route } from "../../state/route.ts";
import { useResource } from "../../state/resource.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useServerList } from "../../ui/list/use-list.ts";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { Breakable } from "../../ui/words/breakable.tsx";
import { many } from "../../ui/words/words.ts";
import { deliveryColumns, deliveryCsv } from "./delivery-columns.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { EndpointStatus } from "./endpoint-columns.tsx";
import { ReplayDialog } from "./replay-dialog.tsx";
import { deliveryList, endpointPath } from "./webhook-lists.ts";

const refreshMs = 2000;
const close = () => replaceQuery({ delivery: undefined });

/** What was sent to one endpoint, and what it answered. */
export function DeliveriesView({ id }: { readonly id: string }) {
  const path = endpointPath(id);
  const list = useServerList<Deliveries, Delivery>({
    ...deliveryList(id),
    rows: ({ deliveries }) => deliveries,
    next: ({ next }) => next,
    refreshMs,
  });
  const { data } = list.resource;
  const [replaying, setReplaying] = useState(false);
  const openId = route.value.query.get("delivery");
  const opened = useResource<{ readonly delivery: Delivery }>(
    openId === null ? undefined : `${path}/deliveries/${encodeURIComponent(openId)}`,
    refreshMs,
  );
  // As a page of its own: after a link that is gone, the focus is on its heading.
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);

  const send = (what: string, sendPath: string) =>
    toastFailure(async () => {
      await request("POST", sendPath);
      toast(`${what} is on its way.`);
      await list.resource.reload();
    });
  const replay = (delivery: Delivery) =>
    void send("The same event", `${path}/deliveries/${encodeURIComponent(delivery.id)}/resend`);
  const replayed = ({ replayed: sent, more }: Replayed) => {
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
            <Button disabled={data?.endpoint.status !== "active"} onClick={() => setReplaying(true)}>
              Replay failed
            </Button>
            <Button onClick={() => void send("The test event", `${path}/test`)}>Send a test event</Button>
          </>
        )}
      </PageHead>
      {data && <EndpointNotice endpoint={data.endpoint} />}
      <DataList
        list={list}
        search="Search by event id"
        hasRange
        filters={
          <>
            <FilterField
              label="Status"
              every="Every status"
              name="status"
              options={[
                { value: "failed", text: "Failed" },
                { value: "pending", text: "Pending" },
                { value: "delivered", text: "Delivered" },
              ]}
            />
            <FilterField
              label="Event type"
              every="Every type"
              name="type"
              options={(data?.types ?? []).map((value) => ({ value, text: value }))}
            />
          </>
        }
        caption="Deliveries"
        id={(delivery) => delivery.id}
        columns={deliveryColumns({ onOpen: (delivery) => replaceQuery({ delivery: delivery.id }), onReplay: replay })}
        file="deliveries"
        csv={deliveryCsv}
        nothing="No delivery matches"
        all="Show all deliveries"
        empty={
          <Empty title="Nothing was sent yet" whole>
            <p>
              {may("developer")
                ? "Send a test event to see the endpoint's response."
                : "Each event that is sent appears here, with the endpoint's response."}
            </p>
          </Empty>
        }
        note={() => "The newest 5,000 deliveries are stored for 30 days."}
      />
      {opened.data && openId !== null && <DeliveryDialog subject={opened.data.delivery} onClose={close} />}
      {opened.error && openId !== null && !opened.data && <Gone />}
      {replaying && <ReplayDialog path={path} onReplayed={replayed} onClose={() => setReplaying(false)} />}
    </>
  );
}

function Gone() {
  useEffect(() => {
    toast("This delivery is not stored any more.", "failed");
    close();
  }, []);
  return null;
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
