import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { LoggedRequest } from "@selfsame/server/api/v3/schemas/requests";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { Facts } from "../../ui/parts.tsx";
import { momentOf } from "../../ui/words/times.ts";
import { lightWords, performedText } from "../../ui/words/outcomes.ts";
import { milliseconds, plain, title } from "../../ui/words/words.ts";
import { StageBar } from "./stage-bar.tsx";

/** All stored data of a request. */
export function RequestDialog({ subject, onClose }: { readonly subject: LoggedRequest; readonly onClose: () => void }) {
  const {
    request_id,
    route,
    status,
    outcome,
    code,
    quality_issues,
    challenge_details,
    light,
    stages_ms,
    duration_ms,
    key_name,
    key_id,
    node,
    answered_at,
  } = subject;
  const facts = [
    ["Request", request_id],
    ["Answered", momentOf(Date.parse(answered_at))],
    ["Outcome", `${title(outcome)}${code === null ? "" : `: ${code}`}`],
    ["Status", status === null ? "none: the client disconnected" : String(status)],
    ["Key", key_name ?? (key_id === null ? "the page of a session" : `${key_id}, which is deleted`)],
    ...Object.entries(quality_issues).map(
      ([photo, found]) => [`Quality of the ${photo}`, found.map(plain).join(", ")] as const,
    ),
    ...(challenge_details === null ? [] : [["Live challenge", performedText(challenge_details)] as const]),
    ...(light === null ? [] : [["Screen colors", lightWords[light]] as const]),
    ["Took", milliseconds(duration_ms)],
    ["Node", node],
  ] as const;
  return (
    <Dialog title={route} onClose={onClose} wide>
      <div class="form">
        <Facts facts={facts} />
        {Object.keys(stages_ms).length > 0 && <StageBar stagesMs={stages_ms} />}
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
