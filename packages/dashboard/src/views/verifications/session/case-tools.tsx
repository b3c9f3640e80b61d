import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import { isMe, useMemberNames } from "../member-names.ts";
import { sessionPath } from "../session-list.ts";
import { request } from "../../../api/request.ts";
import { useDraft } from "../../../state/drafts.ts";
import { me } from "../../../state/session.ts";
import { toast, toastFailure } from "../../../state/toasts.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { AreaField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";

interface CaseToolsProps {
  readonly subject: Session;
  readonly onChanged: () => void;
}

/** The assignee of the session, and notes about it. */
export function CaseTools({ subject: { id, assignee }, onChanged }: CaseToolsProps) {
  const nameOf = useMemberNames();
  const draft = `note ${id}`;
  const [text, setText] = useDraft(draft, "text", "");
  const assign = (to: string | null) =>
    toastFailure(async () => {
      await request("POST", `${sessionPath(id)}/assign`, { to }).finally(onChanged);
      toast(to === null ? "The session is assigned to nobody." : "The session is assigned to you.");
    });
  const add = async () => {
    await request("POST", `${sessionPath(id)}/notes`, { text }).finally(onChanged);
    setText("");
    toast("The note is added.");
  };
  return (
    <>
      <div class="assignee">
        <span>Reviewer: {assignee === null ? "nobody yet" : isMe(assignee) ? "you" : nameOf(assignee)}</span>
        {assignee !== null && isMe(assignee) ? (
          <Button size="small" onClick={() => void assign(null)}>
            Give it back
          </Button>
        ) : (
          <Button size="small" onClick={() => void assign(me.value?.user.id ?? null)}>
            {assignee === null ? "Assign to me" : "Take it over"}
          </Button>
        )}
      </div>
      <details class="fold">
        <summary>Add a note</summary>
        <Form draft={draft} submit="Add the note" disabled={text.trim() === ""} fields={["text"]} onSubmit={add}>
          {(problems) => (
            <AreaField
              label="Note"
              rows={2}
              value={text}
              onInput={setText}
              problem={problems["text"] && "Write at most 500 characters."}
              hint="For your team: it stands in the timeline below, and is not sent to your backend."
            />
          )}
        </Form>
      </details>
    </>
  );
}
