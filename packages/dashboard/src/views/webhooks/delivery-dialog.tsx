import type { Delivery } from "@selfsame/server/api/dashboard/answers/webhooks";
import { Code } from "../../ui/code.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { Facts } from "../../ui/parts.tsx";
import { momentOf } from "../../ui/words/times.ts";
import { milliseconds } from "../../ui/words/words.ts";
import { answerText } from "./answer-text.ts";

/** What was sent and what came back, as far as it is kept. */
export function DeliveryDialog({ subject, onClose }: { readonly subject: Delivery; readonly onClose: () => void }) {
  const { type, eventId, id, attempts, attemptedAtMs, nextAttemptAtMs, durationMs } = subject;
  const { requestHeaders, responseStatus, responseHead, body } = subject;
  const facts = [
    ["webhook-id", eventId],
    ["Delivery", id],
    ["Attempts", String(attempts)],
    ["Last attempt", attemptedAtMs === null ? "none yet" : momentOf(attemptedAtMs)],
    ...(nextAttemptAtMs === null || attempts === 0 ? [] : [["Next attempt", momentOf(nextAttemptAtMs)] as const]),
    ["Answer", `${answerText(subject)}${durationMs === null ? "" : `, after ${milliseconds(durationMs)}`}`],
  ] as const;
  return (
    <Dialog title={type} onClose={onClose} wide>
      <div class="form">
        <Facts facts={facts} />
        {requestHeaders !== null && (
          <div class="field">
            <span class="label">Headers that were sent</span>
            <Code label="Headers that were sent" copy={headerText(requestHeaders)}>
              {headerText(requestHeaders)}
            </Code>
          </div>
        )}
        <div class="field">
          <span class="label">Body that was sent</span>
          <Code label="Body that was sent" copy={body}>
            {body}
          </Code>
        </div>
        {responseHead !== null && (
          <div class="field">
            <span class="label">Answer {responseStatus}: the first kilobyte of its body</span>
            {responseHead === "" ? (
              <p class="hint">The body was empty, or came from a private network and was not stored.</p>
            ) : (
              <Code label="Body of the answer" copy={responseHead}>
                {responseHead}
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

const headerText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
