import { Icon, type IconName, Sign } from "./icons.tsx";
import { Button, Card, LeaveButton, Spinner } from "./parts.tsx";
import type { Shown } from "./shown.ts";

export function Loading({ say }: Shown) {
  return (
    <div class="step waiting">
      <Spinner />
      <h1 tabIndex={-1}>{say("loading")}</h1>
    </div>
  );
}

export function Welcome(shown: Shown) {
  const { say, session, send, state, leave } = shown;
  const agreeing = state === "agreeing";
  return (
    <Card
      sign={<Sign name="face" />}
      title={say("welcome_title")}
      lead={say("welcome_lead")}
      actions={
        <>
          <p class="consent">{say("consent")}</p>
          <button type="button" class="button main" aria-disabled={agreeing} onClick={() => send("agree")}>
            {agreeing && <Spinner />}
            {say("agree")}
          </button>
          {leave && <Decline {...shown} />}
        </>
      }
    >
      <ul class="points">
        <Point icon="selfie">{say("point_selfie")}</Point>
        {session?.challenge === "required" && <Point icon="movements">{say("point_movements")}</Point>}
        <Point icon="clock">{say("point_time")}</Point>
        <Point icon="shield">{say("point_kept")}</Point>
      </ul>
      <details class="more">
        <summary>{say("more_title")}</summary>
        <p>{say("more_compared")}</p>
        <p>{say("more_deleted")}</p>
        <p>{say("more_told")}</p>
      </details>
    </Card>
  );
}

function Point({ icon, children }: { readonly icon: IconName; readonly children: string }) {
  return (
    <li>
      <Icon name={icon} />
      {children}
    </li>
  );
}

function Decline({ leave, say }: Shown) {
  if (leave?.kind === "link") {
    return (
      <a class="button quiet" href={leave.href}>
        {say("decline")}
      </a>
    );
  }
  return leave ? (
    <Button kind="quiet" onClick={leave.close}>
      {say("decline")}
    </Button>
  ) : null;
}

export function WrongLink(shown: Shown) {
  const { say } = shown;
  return (
    <Card
      sign={<Sign name="link" tone="calm" />}
      title={say("wrong_link_title")}
      lead={say("wrong_link_lead")}
      actions={<LeaveButton {...shown} />}
    />
  );
}
