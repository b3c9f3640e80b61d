import type { Event, EventDetail } from "@selfsame/server/api/v3/schemas/webhooks";
import { useResource } from "../../state/resource.ts";
import { Code } from "../../ui/code.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Badge, Facts } from "../../ui/parts.tsx";
import { momentOf } from "../../ui/words/times.ts";
import { eventPath } from "./webhook-lists.ts";
import { many } from "../../ui/words/words.ts";

/** The body as sent, but indented. */
const bodyOf = ({ type, timestamp, data }: Event): string => JSON.stringify({ type, timestamp, data }, null, 2);

const tones = { pending: "plain", delivered: "good", failed: "bad" } as const;

/** An event and its deliveries. */
export function EventDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const detail = useResource<EventDetail>(eventPath(id), 3000);
  return (
    <Dialog title={detail.data?.type ?? "Event"} onClose={onClose} wide>
      <div class="form">
        <Loaded from={detail} lines={4}>
          {({ deliveries, ...event }) => (
            <>
              <Facts
                facts={[
                  ["Event", event.id],
                  ["Kind", event.test ? "Test" : "Live"],
                  ["When", momentOf(Date.parse(event.timestamp))],
                  [
                    "Sent to",
                    deliveries.length === 0 ? (
                      "no endpoint: none received this type then"
                    ) : (
                      <Receivers of={deliveries} />
                    ),
                  ],
                ]}
              />
              <div class="field">
                <span class="label">Body</span>
                <Code label="Body of the event" copy={bodyOf(event)}>
                  {bodyOf(event)}
                </Code>
              </div>
            </>
          )}
        </Loaded>
        <div class="actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Receivers({ of }: { readonly of: EventDetail["deliveries"] }) {
  return (
    <div class="receivers">
      {of.map(({ id, endpoint_id, url, status, attempts }) => (
        <span key={id}>
          {endpoint_id === null ? (
            `${url}, the callback of the batch`
          ) : (
            <a href={`#/webhooks/${endpoint_id}?delivery=${id}`}>{url}</a>
          )}{" "}
          <Badge tone={tones[status]}>{status}</Badge>
          {attempts > 1 && ` after ${many(attempts, "attempt")}`}
        </span>
      ))}
    </div>
  );
}
