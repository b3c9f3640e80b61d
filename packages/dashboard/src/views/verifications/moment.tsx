import type { VerificationMoment } from "@selfsame/server/api/dashboard/answers/verifications";
import { Badge } from "../../ui/parts.tsx";
import { momentOf } from "../../ui/words/times.ts";
import { momentText } from "./words.ts";

const deliveryTones = { pending: "plain", delivered: "good", failed: "bad" } as const;

/** A line of a session's timeline. */
export function Moment({ moment }: { readonly moment: VerificationMoment }) {
  const { atMs, request, deliveries } = moment;
  const { what, more } = momentText(moment);
  return (
    <li>
      <time class="faint tabular" dateTime={new Date(atMs).toISOString()}>
        {momentOf(atMs)}
      </time>
      <div class="two-lines">
        <span>
          <span class="strong">{what}</span>
          {more !== "" && <span class="faint"> {more}</span>}
        </span>
        {request !== null && (
          <span class="faint">
            Request <a href={`#/requests?q=${encodeURIComponent(request)}`}>{request}</a>
          </span>
        )}
        {deliveries.map(({ endpointId, url, status, attempts }) => (
          <span key={endpointId} class="faint">
            Sent to <a href={`#/webhooks/${endpointId}`}>{url}</a> <Badge tone={deliveryTones[status]}>{status}</Badge>
            {attempts > 1 && ` after ${attempts} attempts`}
          </span>
        ))}
      </div>
    </li>
  );
}
