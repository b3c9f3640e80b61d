import type { TimelineEntry } from "@selfsame/server/api/v3/sessions/timeline-schema";
import { Badge } from "../../../ui/parts.tsx";
import { momentOf } from "../../../ui/words/times.ts";
import { checkText, issuesText, momentText, stepName } from "../words.ts";

const deliveryTones = { pending: "plain", delivered: "good", failed: "bad" } as const;

/** One entry of a session's timeline. */
export function Moment({
  moment,
  urlOf,
}: {
  readonly moment: TimelineEntry;
  /** Of a webhook endpoint. */
  readonly urlOf: (id: string) => string;
}) {
  const { at, issues, session_id: session, request_id: request, deliveries } = moment;
  const { what, more } = momentText(moment);
  const check = checkText(moment);
  return (
    <li>
      <time class="faint tabular" dateTime={at}>
        {momentOf(Date.parse(at))}
      </time>
      <div class="two-lines">
        <span>
          <span class="strong">{what}</span>
          {more !== "" && <span class="faint"> {more}</span>}
        </span>
        {moment.steps.length > 0 && <Steps moment={moment} />}
        {check !== "" && <span>Rejected because {check}</span>}
        {issues.length > 0 && <span>Selfie: {issuesText(issues)}</span>}
        {session !== null && (
          <span>
            <a href={`#/verifications/${session}`}>{session}</a>
          </span>
        )}
        {request !== null && (
          <span class="faint">
            Request <a href={`#/requests?q=${encodeURIComponent(request)}`}>{request}</a>
          </span>
        )}
        {deliveries.map(({ endpoint_id, status, attempts }) => (
          <span key={endpoint_id} class="faint">
            Sent to <a href={`#/webhooks/${endpoint_id}`}>{urlOf(endpoint_id)}</a>{" "}
            <Badge tone={deliveryTones[status]}>{status}</Badge>
            {attempts > 1 && ` after ${attempts} attempts`}
          </span>
        ))}
      </div>
    </li>
  );
}

const seenWords = { yes: "seen", no: "not seen", unknown: "not measured" } as const;

/** The steps of a live challenge, each with whether its photo shows it. */
function Steps({ moment: { steps } }: { readonly moment: TimelineEntry }) {
  return (
    <ol class="steps" aria-label="Steps of the live challenge">
      {steps.map(({ step, seen }, index) => {
        const was = seen === null ? "unknown" : seen ? "yes" : "no";
        return (
          <li key={index}>
            <Badge tone={was === "yes" ? "good" : was === "no" ? "bad" : "plain"}>
              {stepName(step)}: {seenWords[was]}
            </Badge>
          </li>
        );
      })}
    </ol>
  );
}
