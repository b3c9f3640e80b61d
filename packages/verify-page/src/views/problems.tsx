import { linkOf } from "../here/link.ts";
import type { Because } from "../service/session.ts";
import type { Texts } from "../texts/texts.ts";
import { UsePhone } from "./devices.tsx";
import { type IconName, Sign, type Tone } from "./icons.tsx";
import { Button, Card, CopyLink, LeaveButton, Spinner } from "./parts.tsx";
import type { Shown } from "./shown.ts";

export function Sending({ say }: Shown) {
  return (
    <Card
      sign={
        <div class="sign accent" aria-hidden="true">
          <Spinner />
        </div>
      }
      title={say("sending_title")}
      lead={say("sending_lead")}
    />
  );
}

const reasons: Readonly<Record<Because, keyof Texts>> = {
  light: "because_light",
  distance: "because_distance",
  several_faces: "because_several_faces",
  no_face: "because_no_face",
  movement: "because_movement",
  blurry: "because_blurry",
};

export function reasonText(because: Because | null): keyof Texts {
  return because ? reasons[because] : "because_unknown";
}

export function TryAgain(shown: Shown) {
  const { say, useThisDevice, because, session } = shown;
  return (
    <Card
      sign={<Sign name="retry" tone="warn" />}
      title={say("try_title")}
      lead={say(reasonText(because))}
      actions={
        <>
          <p class="note">{say("attempts_left", { count: session?.attempts_left ?? 0 })}</p>
          <Button icon="camera" onClick={useThisDevice}>
            {say("retry")}
          </Button>
          <UsePhone {...shown} />
        </>
      }
    />
  );
}

type CameraProblem = "denied" | "no_camera" | "camera_busy";

export function CameraProblem({ kind, ...shown }: Shown & { readonly kind: CameraProblem }) {
  const { say, useThisDevice } = shown;
  return (
    <Card
      sign={<Sign name="no_camera" tone="warn" />}
      title={say(`${kind}_title`)}
      lead={say(`${kind}_lead`)}
      actions={
        <>
          <Button onClick={useThisDevice}>{say("retry")}</Button>
          <UsePhone {...shown} kind="second" />
        </>
      }
    >
      {kind === "denied" && <p class="hint">{say("denied_how")}</p>}
    </Card>
  );
}

export function InApp({ say, link, useThisDevice, device }: Shown) {
  return (
    <Card
      sign={<Sign name="browser" tone="warn" />}
      title={say("in_app_title")}
      lead={say("in_app_lead")}
      actions={
        <>
          <CopyLink url={linkOf(location.origin, link)} say={say} kind="second" />
          {device.hasCameras && (
            <Button kind="quiet" onClick={useThisDevice}>
              {say("retry")}
            </Button>
          )}
        </>
      }
    >
      <ol class="ways">
        <li>{say("in_app_menu")}</li>
        <li>{say("in_app_open")}</li>
      </ol>
    </Card>
  );
}

const troubles = {
  offline: { icon: "offline", tone: "calm" },
  busy: { icon: "clock", tone: "calm" },
  fault: { icon: "warning", tone: "warn" },
} as const satisfies Readonly<Record<string, { icon: IconName; tone: Tone }>>;

export function ServiceTrouble({ kind, ...shown }: Shown & { readonly kind: keyof typeof troubles }) {
  const { say, send } = shown;
  return (
    <Card
      sign={<Sign name={troubles[kind].icon} tone={troubles[kind].tone} />}
      title={say(`${kind}_title`)}
      lead={say(`${kind}_lead`)}
      actions={
        <>
          <Button onClick={() => send("retry")}>{say("retry")}</Button>
          <LeaveButton {...shown} kind="quiet" />
        </>
      }
    />
  );
}
