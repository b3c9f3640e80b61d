import { serviceUrl } from "../here/service-path.ts";
import { linkOf } from "../here/link.ts";
import type { Browser, Device } from "../here/device.ts";
import type { Because } from "../service/session.ts";
import type { PageTexts } from "@selfsame/texts/page";
import { UsePhone } from "./devices.tsx";
import { Icon, type IconName, Sign, type Tone } from "./icons.tsx";
import { Button, Card, CopyLink, LeaveButton, Spinner } from "./parts.tsx";
import type { Shown } from "./shown.ts";

export function Sending({ say, photo }: Shown) {
  const waits = photo === "waiting";
  return (
    <Card
      sign={
        <div class="sign accent" aria-hidden="true">
          <Spinner />
        </div>
      }
      title={say(waits ? "offline_title" : "sending_title")}
      lead={say(waits ? "photo_waiting" : "sending_lead")}
    />
  );
}

const reasons: Readonly<Record<Because, keyof PageTexts>> = {
  light: "because_light",
  bright: "because_bright",
  distance: "because_distance",
  several_faces: "because_several_faces",
  no_face: "because_no_face",
  movement: "because_movement",
  blurry: "because_blurry",
  covered: "because_covered",
};

export function reasonText(because: Because | null): keyof PageTexts {
  return because ? reasons[because] : "because_unknown";
}

/** General tips if the reason is not disclosed. They are always the same, so that nobody learns which check failed. */
export function tipsFor({ because, session }: Pick<Shown, "because" | "session">): readonly (keyof PageTexts)[] {
  if (because !== null) return [];
  return ["tip_alone", "tip_face", ...((session?.challenge ?? "off") !== "off" ? (["tip_slow"] as const) : [])];
}

export function TryAgain(shown: Shown) {
  const { say, useThisDevice, because, session } = shown;
  const tips = tipsFor(shown);
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
    >
      {tips.length > 0 && (
        <ul class="tips">
          {tips.map((tip) => (
            <li key={tip}>
              <Icon name="check" />
              {say(tip)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Where to allow the camera, in this browser and on its device. */
const allowed: Readonly<Record<Browser, readonly (keyof PageTexts)[]>> = {
  ios: ["denied_ios", "denied_system"],
  ios_app: ["denied_system"],
  android: ["denied_android", "denied_system"],
  chrome: ["denied_chrome", "denied_system"],
  firefox: ["denied_firefox", "denied_system"],
  safari: ["denied_safari", "denied_system"],
  other: ["denied_how", "denied_system"],
};

export const allowedBy = ({ browser }: Pick<Device, "browser">): readonly (keyof PageTexts)[] => allowed[browser];

type CameraProblem = "denied" | "no_camera" | "camera_busy";

export function CameraProblem({ kind, ...shown }: Shown & { readonly kind: CameraProblem }) {
  const { say, useThisDevice, device } = shown;
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
      {kind === "denied" && (
        <div class="hint">
          {allowedBy(device).map((how) => (
            <p key={how}>{say(how)}</p>
          ))}
        </div>
      )}
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
          <CopyLink url={linkOf(serviceUrl(), link)} say={say} kind="second" />
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

export function ServiceFault({ kind, ...shown }: Shown & { readonly kind: keyof typeof troubles }) {
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
