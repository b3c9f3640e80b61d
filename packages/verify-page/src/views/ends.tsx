import { useEffect } from "preact/hooks";
import { type IconName, Sign, type Tone } from "./icons.tsx";
import { Button, Card, WayBack } from "./parts.tsx";
import type { Shown } from "./shown.ts";
import { until } from "./until.ts";

const looks = {
  done: { icon: "check", tone: "good" },
  not_confirmed: { icon: "cross", tone: "calm" },
  in_review: { icon: "clock", tone: "calm" },
  expired: { icon: "clock", tone: "calm" },
  cancelled: { icon: "cross", tone: "calm" },
  withdrawn: { icon: "cross", tone: "calm" },
} as const satisfies Readonly<Record<string, { icon: IconName; tone: Tone }>>;

/** Enough time to read that the check is done. */
const leavesAfterMs = 5000;

export function Ended({ kind, ...shown }: Shown & { readonly kind: keyof typeof looks }) {
  const { say, leave, link, endedHere, withdrawing } = shown;
  // Those who came from a computer continue there; its page returns by itself.
  const goesOnThere = link.fromComputer && kind === "done" && endedHere;
  const returns = kind === "done" && endedHere && !goesOnThere && leave !== undefined && !withdrawing;
  useEffect(() => {
    if (!returns) return;
    const timer = setTimeout(
      () => (leave.kind === "dialog" ? leave.close() : location.assign(leave.href)),
      leavesAfterMs,
    );
    return () => clearTimeout(timer);
  }, [returns]);
  return (
    <Card
      sign={<Sign name={looks[kind].icon} tone={looks[kind].tone} />}
      title={say(`${kind}_title`)}
      lead={say(goesOnThere ? "done_on_phone" : `${kind}_lead`)}
      actions={
        <>
          {returns && leave.kind === "link" && <p class="note">{say("returning")}</p>}
          <WayBack {...shown} kind={goesOnThere ? "quiet" : "main"} />
        </>
      }
    />
  );
}

/** The session is still open: the link works until it expires. */
export function Declined(shown: Shown) {
  const { say, send } = shown;
  return (
    <Card
      sign={<Sign name="cross" tone="calm" />}
      title={say("declined_title")}
      lead={say("declined_lead", { time: until(shown) })}
      actions={
        <>
          <WayBack {...shown} kind="second" />
          <Button kind="quiet" onClick={() => send("retry")}>
            {say("declined_resume")}
          </Button>
        </>
      }
    />
  );
}
