import { serviceUrl } from "../here/service-path.ts";
import { linkOf } from "../here/link.ts";
import { Sign } from "./icons.tsx";
import { GoodSelfie } from "./good-selfie.tsx";
import { Button, Card, CopyLink } from "./parts.tsx";
import { QrCode } from "./qr-code.tsx";
import type { Shown } from "./shown.ts";
import { Decline } from "./start.tsx";
import { until } from "./until.ts";

export function HandOff(shown: Shown) {
  const { say, link, useThisDevice } = shown;
  const url = linkOf(serviceUrl(), { ...link, fromComputer: true });
  return (
    <Card
      title={say("hand_off_title")}
      lead={say("hand_off_lead")}
      actions={
        <>
          <Button kind="second" icon="camera" onClick={useThisDevice}>
            {say("use_this_device")}
          </Button>
          <CopyLink url={url} say={say} />
        </>
      }
    >
      <QrCode text={url} label={say("hand_off_code")} />
      <p class="live">{say("hand_off_waiting")}</p>
      <p class="note">{say("hand_off_until", { time: until(shown) })}</p>
    </Card>
  );
}

export function Elsewhere({ say, useThisDevice, session, tried }: Shown) {
  return (
    <Card
      sign={<Sign name="phone" />}
      title={say("elsewhere_title")}
      lead={say("elsewhere_lead")}
      actions={
        <Button kind="second" onClick={useThisDevice}>
          {say("go_on_here")}
        </Button>
      }
    >
      <p class="live" role="status">
        {tried ? say("elsewhere_again", { count: session?.attempts_left ?? 0 }) : say("elsewhere_follows")}
      </p>
    </Card>
  );
}

/** Shown behind the camera, and while it opens. */
export function Capturing({ say }: Shown) {
  return <Card sign={<Sign name="camera" />} title={say("capturing_title")} />;
}

export function Ready(shown: Shown) {
  const { say, useThisDevice, link, photo } = shown;
  return (
    <Card
      sign={<GoodSelfie />}
      title={say("ready_title")}
      lead={say(link.fromComputer ? "ready_asked" : "ready_lead")}
      actions={
        <>
          <Button icon="camera" onClick={useThisDevice}>
            {say("open_camera")}
          </Button>
          <UsePhone {...shown} />
          <Decline {...shown} />
        </>
      }
    >
      {photo === "lost" && (
        <p class="hint" role="alert">
          {say("photo_lost")}
        </p>
      )}
      {link.fromComputer && <p class="hint">{say("ready_lead")}</p>}
    </Card>
  );
}

/** Offered on a computer only: on a phone there is no reason to switch to another one. */
export function UsePhone({ device, say, send, kind = "quiet" }: Shown & { readonly kind?: "second" | "quiet" }) {
  if (!device.computer) return null;
  return (
    <Button kind={kind} icon="phone" onClick={() => send("use_phone")}>
      {say("use_phone")}
    </Button>
  );
}
