import { useEffect, useState } from "preact/hooks";
import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import { request } from "../../../api/request.ts";
import { toast, toastFailure } from "../../../state/toasts.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { isMe, useMemberNames } from "../member-names.ts";
import { reviewPath } from "../session-list.ts";
import { decisionWords } from "../words.ts";

interface HeldDecisionProps {
  readonly subject: Session;
  readonly held: NonNullable<Session["review_held"]>;
  readonly onChanged: () => void;
}

/** A decision that its reviewer can still undo. */
export function HeldDecision({ subject: { id }, held, onChanged }: HeldDecisionProps) {
  const { decision, reason, person } = held;
  const nameOf = useMemberNames();
  const mine = isMe(person);
  const dueAtMs = Date.parse(held.due_at);
  const [left, setLeft] = useState(secondsUntil(dueAtMs));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(dueAtMs)), 1000);
    return () => clearInterval(timer);
  }, [dueAtMs]);
  const path = reviewPath(id);
  const undo = () =>
    toastFailure(async () => {
      await request("DELETE", path).finally(onChanged);
      toast("The decision is undone.");
    });
  const decideNow = () =>
    toastFailure(async () => {
      const { status } = await request<Session>("POST", path, { decision, reason }).finally(onChanged);
      toast(status === "needs_review" ? "A second reviewer has to agree." : "The session is decided.");
    });
  return (
    <>
      <p>
        <strong>
          {mine ? "You" : (nameOf(person) ?? "Another reviewer")} decided to {decisionWords[decision]}.
        </strong>{" "}
        <span aria-live="off">{left > 0 ? `It takes effect in ${left} seconds.` : "It takes effect in a moment."}</span>{" "}
        Reason: {reason}
      </p>
      {mine && (
        <div class="actions">
          <Button onClick={() => void decideNow()}>Take effect now</Button>
          <Button kind="primary" onClick={() => void undo()}>
            Undo
          </Button>
        </div>
      )}
    </>
  );
}

const secondsUntil = (atMs: number): number => Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
