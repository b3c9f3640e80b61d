import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { LoggedRequest } from "@selfsame/server/api/dashboard/answers/operations";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { Facts } from "../../ui/parts.tsx";
import { momentOf } from "../../ui/words/times.ts";
import { lightWords, performedText } from "../../ui/words/outcomes.ts";
import { milliseconds, plain, title } from "../../ui/words/words.ts";
import { StageBar } from "./stage-bar.tsx";

/** All that is kept of a request. */
export function RequestDialog({ subject, onClose }: { readonly subject: LoggedRequest; readonly onClose: () => void }) {
  const {
    requestId,
    route,
    status,
    outcome,
    code,
    issues,
    challenge,
    light,
    stagesMs,
    durationMs,
    keyName,
    keyId,
    node,
    atMs,
  } = subject;
  const facts = [
    ["Request", requestId],
    ["Answered", momentOf(atMs)],
    ["Outcome", `${title(outcome)}${code === null ? "" : `: ${code}`}`],
    ["Status", status === null ? "none: the client disconnected" : String(status)],
    ["Key", keyName ?? (keyId === "none" ? "the page of a session" : `${keyId}, which is deleted`)],
    ...Object.entries(issues).map(
      ([photo, found]) => [`Quality of the ${photo}`, found.map(plain).join(", ")] as const,
    ),
    ...(challenge === null ? [] : [["Live challenge", performedText(challenge)] as const]),
    ...(light === null ? [] : [["Screen colors", lightWords[light]] as const]),
    ["Took", milliseconds(durationMs)],
    ["Node", node],
  ] as const;
  return (
    <Dialog title={route} onClose={onClose} wide>
      <div class="form">
        <Facts facts={facts} />
        {Object.keys(stagesMs).length > 0 && <StageBar stagesMs={stagesMs} />}
        <div class="actions">
          {code !== null && route.includes("/v3/") && (
            <ButtonLink href={pathTo(`/docs/guide/errors#${code}`)}>What this code means</ButtonLink>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}
