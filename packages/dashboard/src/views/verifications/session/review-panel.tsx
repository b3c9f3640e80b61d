import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import type { TimelineEntry } from "@selfsame/server/api/v3/sessions/timeline-schema";
import { may } from "../../../state/session.ts";
import { Facts, Panel } from "../../../ui/parts.tsx";
import { momentOf } from "../../../ui/words/times.ts";
import { checkText, decisionWords, issuesText, momentText } from "../words.ts";
import { isMe } from "../member-names.ts";
import { CaseTools } from "./case-tools.tsx";
import { HeldDecision } from "./held-decision.tsx";
import { ReviewForm } from "./review-form.tsx";

interface ReviewPanelProps {
  readonly subject: Session;
  readonly timeline: readonly TimelineEntry[];
  readonly onChanged: () => void;
}

const unseen = "No photo is stored: check the person by other means, such as a call or a document.";
const sealed = "Its photos are sealed: whoever has the team’s private key can view them below.";

/** For a session that waits for a review. Reviewers see the facts and the form; others see who can decide. */
export function ReviewPanel({ subject, timeline, onChanged }: ReviewPanelProps) {
  const { review_held: held, review_pending, expires_at, evidence } = subject;
  const attempts = timeline.filter(({ kind }) => kind === "attempt");
  return (
    <Panel
      title="Decide"
      lead={`All attempts failed. ${evidence === null ? unseen : sealed} Undecided, the session expires on ${momentOf(Date.parse(expires_at))}.`}
    >
      <div class="form">
        {attempts.length > 0 && <Facts facts={attempts.map(factOf)} />}
        {review_pending && <Pending pending={review_pending} />}
        {held ? (
          <HeldDecision key={held.due_at} subject={subject} held={held} onChanged={onChanged} />
        ) : may("reviewer") ? (
          <ReviewForm subject={subject} onChanged={onChanged} />
        ) : (
          <p>Your role cannot decide sessions. Ask an admin of the team for the role reviewer.</p>
        )}
        {may("reviewer") && <CaseTools subject={subject} onChanged={onChanged} />}
      </div>
    </Panel>
  );
}

/** What an attempt showed, without photos, as far as it may be stored. */
function factOf(moment: TimelineEntry): readonly [string, string] {
  const { what, more } = momentText(moment);
  const check = checkText(moment);
  const parts = [
    more,
    check === "" ? "" : `rejected because ${check}`,
    moment.issues.length === 0 ? "" : `selfie: ${issuesText(moment.issues)}`,
  ];
  return [what, parts.filter((part) => part !== "").join("; ") || "nothing more is known"];
}

function Pending({
  pending: { decision, reason, by, people, at },
}: {
  readonly pending: NonNullable<Session["review_pending"]>;
}) {
  const mine = people.some(isMe);
  const who = mine ? "You" : by === "key" ? "An API key" : "A reviewer";
  return (
    <p>
      <strong>
        {who} decided to {decisionWords[decision]}
      </strong>{" "}
      on {momentOf(Date.parse(at))}. {mine ? "Another reviewer" : "A second reviewer"} has to decide the same. Reason:{" "}
      {reason}
    </p>
  );
}
