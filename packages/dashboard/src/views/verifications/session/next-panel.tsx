import { useState } from "preact/hooks";
import type { Session, SessionLink } from "@selfsame/server/api/v3/sessions/session-schemas";
import { go } from "../../../state/route.ts";
import { may } from "../../../state/session.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { MadeSessionDialog } from "../made-session-dialog.tsx";
import { NewLinkDialog } from "./new-link-dialog.tsx";
import { nextAction, nextStep } from "./next-step.ts";
import { SessionStatus } from "../session-columns.tsx";
import { RepeatSessionDialog } from "./repeat-session-dialog.tsx";

interface NextPanelProps {
  readonly subject: Session;
  readonly onChanged: () => void;
}

const actions = {
  link: { text: "Create a new link", needs: "reviewer", to: "create a new link" },
  repeat: { text: "Create another session", needs: "developer", to: "create another session for this person" },
} as const;

/** The session's status, if nothing can be done for the person here. */
const standing: Partial<Record<Session["status"], string>> = {
  verified: "The person is verified.",
  failed: "A reviewer rejected the person.",
  needs_review: "A reviewer has to decide.",
};

/** The session, its status, and what can be done for the person now. */
export function NextPanel({ subject, onChanged }: NextPanelProps) {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<SessionLink>();
  const step = nextStep(subject);
  const needed = nextAction(subject.status);
  const isElsewhere = needed === "repeat" && subject.repeat_needs === "document";
  const action = isElsewhere ? undefined : needed;
  const close = () => setOpen(false);
  const done = (result: SessionLink) => {
    close();
    setMade(result);
    onChanged();
  };
  return (
    <>
      <Panel title={subject.external_id ?? subject.id} aside={<SessionStatus subject={subject} />}>
        <div class="next-step">
          <p>{step ?? standing[subject.status]}</p>
          {action && may(actions[action].needs) && (
            <Button onClick={() => setOpen(true)}>{actions[action].text}</Button>
          )}
        </div>
        {isElsewhere && <p class="hint">The reference was a document: create the next session from your backend.</p>}
        {action && <RoleHint needs={actions[action].needs} to={actions[action].to} />}
      </Panel>
      {open && action === "link" && <NewLinkDialog subject={subject} onMade={done} onClose={close} />}
      {open && action === "repeat" && <RepeatSessionDialog subject={subject} onMade={done} onClose={close} />}
      {made && (
        <MadeSessionDialog
          title={made.id === subject.id ? "The new link is ready" : "The session is ready"}
          made={made}
          onClose={() => {
            setMade(undefined);
            if (made.id !== subject.id) go(`/verifications/${made.id}`);
          }}
        />
      )}
    </>
  );
}
