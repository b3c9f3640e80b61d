import type { Verification, VerificationMoment } from "@selfsame/server/api/dashboard/answers/verifications";
import { may } from "../../../state/session.ts";
import { Facts, Panel } from "../../../ui/parts.tsx";
import { momentOf } from "../../../ui/words/times.ts";
import { checkText, decisionWords, issuesText, momentText } from "../words.ts";
import { CaseTools } from "./case-tools.tsx";
import { HeldDecision } from "./held-decision.tsx";
import { ReviewForm } from "./review-form.tsx";

interface ReviewPanelProps {
  readonly subject: Verification;
  readonly timeline: readonly VerificationMoment[];
  readonly onChanged: () => void;
}

const unseen = "No photo is stored: check the person by other means, such as a call or a document.";
const sealed = "Its photos are sealed: whoever has the team’s private key can view them below.";

/** For a session that waits for a review. Reviewers see the facts and the form; others see who can decide. */
export function ReviewPanel({ subject, timeline, onChanged }: ReviewPanelProps) {
  const { held, reviewPending, expiresAtMs, evidence } = subject;
  const attempts = timeline.filter(({ kind }) => kind === "attempt");
  return (
    <Panel
      title="Decide"
      lead={`All attempts failed. ${evidence === null ? unseen : sealed} Undecided, the session expires on ${momentOf(expiresAtMs)}.`}
    >
      <div class="form">
        {attempts.length > 0 && <Facts facts={attempts.map(factOf)} />}
        {reviewPending && <Pending pending={reviewPending} />}
        {held ? (
          <HeldDecision key={held.dueAtMs} subject={subject} held={held} onChanged={onChanged} />
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
function factOf(moment: VerificationMoment): readonly [string, string] {
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
