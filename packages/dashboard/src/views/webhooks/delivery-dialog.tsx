import type { Delivery } from "@selfsame/server/api/v3/schemas/webhooks";
import { Code } from "../../ui/code.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { Facts } from "../../ui/parts.tsx";
import { momentOf } from "../../ui/words/times.ts";
import { milliseconds } from "../../ui/words/words.ts";
import { answerText } from "./answer-text.ts";

/** The request and the response of a delivery, as far as they are stored. */
export function DeliveryDialog({ subject, onClose }: { readonly subject: Delivery; readonly onClose: () => void }) {
  const { type, event_id, id, attempts, attempted_at, next_attempt_at, duration_ms, response } = subject;
  const { headers } = subject.request;
  const body = indented(subject.request.body);
  const facts = [
    ["webhook-id", event_id],
    ["Delivery", id],
    ["Attempts", String(attempts)],
    ["Last attempt", attempted_at === null ? "none yet" : momentOf(Date.parse(attempted_at))],
    ...(next_attempt_at === null || attempts === 0
      ? []
      : [["Next attempt", momentOf(Date.parse(next_attempt_at))] as const]),
    ["Answer", `${answerText(subject)}${duration_ms === null ? "" : `, after ${milliseconds(duration_ms)}`}`],
  ] as const;
  return (
    <Dialog title={type} onClose={onClose} wide>
      <div class="form">
        <Facts facts={facts} />
        {headers !== null && (
          <div class="field">
            <span class="label">Headers that were sent</span>
            <Code label="Headers that were sent" copy={headerText(headers)}>
              {headerText(headers)}
            </Code>
          </div>
        )}
        <div class="field">
          <span class="label">Body that was sent</span>
          <Code label="Body that was sent" copy={body}>
            {body}
          </Code>
        </div>
        {response !== null && (
          <div class="field">
            <span class="label">Answer {response.status}: the first kilobyte of its body</span>
            {response.body === "" ? (
              <p class="hint">The body was empty, or came from a private network and was not stored.</p>
            ) : (
              <Code label="Body of the answer" copy={response.body}>
                {response.body}
              </Code>
            )}
          </div>
        )}
        <div class="actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Indents JSON. */
const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

const headerText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
