import type { ReviewMail } from "@selfsame/server/api/dashboard/answers/verifications";
import { may } from "../../state/session.ts";
import { useSetting } from "../../state/setting.ts";
import { CheckField } from "../../ui/forms/field.tsx";
import { Panel } from "../../ui/parts.tsx";

/** For people who review sessions, if the service sends e-mail. */
export function ReviewMailPanel() {
  return may("reviewer") ? <MailPanel /> : null;
}

function MailPanel() {
  const { setting, save } = useSetting<ReviewMail>("/review-mail");
  if (!setting.data?.sendsMail) return null;
  return (
    <Panel title="Mail">
      <CheckField
        label="Mail me when sessions wait for a review"
        hint="At most every four hours, with how many wait. In this team."
        checked={setting.data.on}
        onChange={(on) => void save({ on }, on ? "You get mail about reviews." : "You get no mail about reviews.")}
      />
    </Panel>
  );
}
