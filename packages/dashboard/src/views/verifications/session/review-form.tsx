import { useState } from "preact/hooks";
import type { ReviewDecision, Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import { reviewPath } from "../session-list.ts";
import { request } from "../../../api/request.ts";
import { discardDraft, useDraft } from "../../../state/drafts.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Choice } from "../../../ui/forms/choice.tsx";
import { AreaField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";

const decisions: readonly { readonly value: ReviewDecision; readonly text: string }[] = [
  { value: "approve", text: "Approve" },
  { value: "reject", text: "Reject" },
  { value: "retry", text: "Offer another attempt" },
];

const consequences: Readonly<Record<ReviewDecision, string>> = {
  approve: "The session becomes verified.",
  reject: "The session becomes failed.",
  retry: "The same link works again for one attempt, for at least 24 hours. Ask the person to open it.",
};

const reasonMax = 500;

interface ReviewFormProps {
  readonly subject: Session;
  readonly onChanged: () => void;
}

/** No option is preselected, so that the reviewer makes a decision and does not just confirm one. */
export function ReviewForm({ subject, onChanged }: ReviewFormProps) {
  const { id, external_id } = subject;
  const draft = `review ${id}`;
  const [decision, setDecision] = useState<ReviewDecision>();
  const [reason, setReason] = useDraft(draft, "reason", "");
  const [confirming, setConfirming] = useState(false);
  const isWhole = decision !== undefined && reason.trim() !== "" && reason.trim().length <= reasonMax;
  const decide = async () => {
    try {
      await request("POST", reviewPath(id), { decision, reason, hold: true });
      discardDraft(draft);
    } finally {
      // Another reviewer may have decided meanwhile.
      onChanged();
    }
  };
  const action = decisions.find(({ value }) => value === decision)?.text ?? "Decide";
  return (
    <>
      <Form
        draft={draft}
        submit={action}
        danger={decision === "reject"}
        disabled={!isWhole}
        onSubmit={async () => setConfirming(true)}
      >
        {() => (
          <>
            <Choice label="Decision" value={decision} options={decisions} onChange={setDecision} />
            <p class="hint">
              {decision === undefined ? "Choose a decision and give a reason." : consequences[decision]}
            </p>
            <AreaField
              label="Reason"
              rows={3}
              value={reason}
              onInput={setReason}
              problem={reason.trim().length > reasonMax ? "A reason has at most 500 characters." : undefined}
              hint="Stored with the session, and sent to your backend when it reads the session."
            />
          </>
        )}
      </Form>
      {confirming && decision !== undefined && (
        <Confirm
          title={`${action}: ${external_id ?? id}`}
          action={action}
          onConfirm={decide}
          onClose={() => setConfirming(false)}
        >
          <p>
            {consequences[decision]} You can undo this for a minute; then it takes effect and your backend receives the
            event.
          </p>
        </Confirm>
      )}
    </>
  );
}
