import { useEffect, useState } from "preact/hooks";
import type { Deliveries, Delivery } from "@selfsame/server/api/dashboard/answers/webhooks";
import { explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import { useResource } from "../../state/resource.ts";
import { toast } from "../../state/toasts.ts";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { pageSize, ShowOlder } from "../../ui/list.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { EndpointStatus } from "./endpoint-table.tsx";

const refreshMs = 2000;

/** What was sent to one endpoint, and what it answered. */
export function DeliveriesView({ id }: { readonly id: string }) {
  const [limit, setLimit] = useState(pageSize);
  const path = `/webhooks/${encodeURIComponent(id)}`;
  const deliveries = useResource<Deliveries>(`${path}/deliveries?limit=${limit}`, refreshMs);
  const [open, setOpen] = useState<Delivery>();
  // As a page of its own: whoever came by a link that is gone goes on at its heading.
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);

  const send = async (what: string, sendPath: string) => {
    try {
      await request("POST", sendPath);
      toast(`${what} is on its way.`);
      await deliveries.reload();
    } catch (error) {
      toast(explain(error), "failed");
    }
  };
  const sendAgain = (delivery: Delivery) =>
    void send("The same event", `${path}/deliveries/${encodeURIComponent(delivery.id)}/resend`);
  const test = () => void send("The test event", `${path}/test`);

  return (
    <>
      <PageHead title="Deliveries" lead={<a href="#/webhooks">All endpoints</a>}>
        {may("developer") && <Button onClick={test}>Send a test event</Button>}
      </PageHead>
      <Loaded from={deliveries}>
        {({ endpoint, deliveries: rows, more }) => (
          <>
            <div class="notice">
              <p class="address">
                <strong>{endpoint.url}</strong>
              </p>
              <EndpointStatus subject={endpoint} />
            </div>
            {rows.length === 0 ? (
              <Empty title="Nothing was sent yet" whole>
                <p>
                  {may("developer")
                    ? "Send a test event to see the endpoint's response."
                    : "Each event that is sent appears here, with the endpoint's response."}
                </p>
              </Empty>
            ) : (
              <DeliveryTable deliveries={rows} onOpen={setOpen} onSendAgain={sendAgain} />
            )}
            <ShowOlder more={more} limit={limit} onLimit={setLimit} />
          </>
        )}
      </Loaded>
      {open && <DeliveryDialog subject={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
