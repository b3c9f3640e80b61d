import { useDraft } from "../../../state/drafts.ts";
import type { ReviewDecision, Verification } from "@selfsame/server/api/dashboard/answers/verifications";
import { request } from "../../../api/request.ts";
import { may } from "../../../state/session.ts";
import { toast } from "../../../state/toasts.ts";
import { Choice } from "../../../ui/forms/choice.tsx";
import { AreaField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { momentOf } from "../../../ui/words/times.ts";
import { decisionWords } from "../words.ts";

const decisions: readonly { readonly value: ReviewDecision; readonly text: string }[] = [
  { value: "approve", text: "Approve" },
  { value: "reject", text: "Reject" },
  { value: "retry", text: "Offer another attempt" },
];

const consequences: Readonly<Record<ReviewDecision, string>> = {
  approve: "The session becomes verified. This cannot be undone.",
  reject: "The session becomes failed. This cannot be undone.",
  retry: "The same link works again for one attempt, for at least 24 hours. Ask the person to open it.",
};

interface ReviewPanelProps {
  readonly subject: Verification;
  readonly onChanged: () => void;
}

/** Of a session that waits for a review: for reviewers the decision, for others who takes it. */
export function ReviewPanel({ subject, onChanged }: ReviewPanelProps) {
  return (
    <Panel
      title="Decide"
      lead={`All attempts failed. No photo is stored: check the person by other means, such as a call or a document. Undecided, the session expires on ${momentOf(subject.expiresAtMs)}.`}
    >
      <div class="form">
        {subject.reviewPending && <Pending pending={subject.reviewPending} />}
        {may("reviewer") ? (
          <ReviewForm subject={subject} onChanged={onChanged} />
        ) : (
          <p>Your role cannot decide sessions. Ask an admin of the team for the role reviewer.</p>
        )}
      </div>
    </Panel>
  );
}

function Pending({
  pending: { decision, reason, by, mine, atMs },
}: {
  readonly pending: NonNullable<Verification["reviewPending"]>;
}) {
  const who = mine ? "You" : by === "key" ? "An API key" : "A reviewer";
  return (
    <p>
      <strong>
        {who} decided to {decisionWords[decision]}
      </strong>{" "}
      on {momentOf(atMs)}. {mine ? "Another reviewer" : "A second reviewer"} has to decide the same. Reason: {reason}
    </p>
  );
}

function ReviewForm({ subject: { id }, onChanged }: ReviewPanelProps) {
  const draft = `review ${id}`;
  const [decision, setDecision] = useDraft<ReviewDecision>(draft, "decision", "approve");
  const [reason, setReason] = useDraft(draft, "reason", "");
  const decide = async () => {
    try {
      const path = `/verifications/${id}/review`;
      const { session } = await request<{ session: Verification }>("POST", path, { decision, reason });
      toast(session.status === "needs_review" ? "A second reviewer has to agree." : "The session is decided.");
      setReason("");
    } finally {
      // Somebody else may have decided it meanwhile.
      onChanged();
    }
  };
  const submit = decisions.find(({ value }) => value === decision)?.text ?? "";
  return (
    <Form draft={draft} submit={submit} danger={decision === "reject"} fields={["reason"]} onSubmit={decide}>
      {(problems) => (
        <>
          <Choice label="Decision" value={decision} options={decisions} onChange={setDecision} />
          <p class="hint">{consequences[decision]}</p>
          <AreaField
            label="Reason"
            rows={3}
            value={reason}
            onInput={setReason}
            problem={problems["reason"] && "Write a reason of at most 500 characters."}
            hint="Stored with the session for 90 days, and sent to your backend when it reads the session."
          />
        </>
      )}
    </Form>
  );
}
