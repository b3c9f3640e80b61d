import { linkOf } from "../here/link.ts";
import { Sign } from "./icons.tsx";
import { Button, Card, CopyLink } from "./parts.tsx";
import { QrCode } from "./qr-code.tsx";
import type { Shown } from "./shown.ts";

export function HandOff({ say, link, useThisDevice }: Shown) {
  const url = linkOf(location.origin, { ...link, fromComputer: true });
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
    </Card>
  );
}

export function Elsewhere({ say, useThisDevice }: Shown) {
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
      <p class="live">{say("elsewhere_follows")}</p>
    </Card>
  );
}

/** Behind the camera, and while it opens. */
export function Capturing({ say }: Shown) {
  return <Card sign={<Sign name="camera" />} title={say("capturing_title")} />;
}

export function Ready(shown: Shown) {
  const { say, useThisDevice } = shown;
  return (
    <Card
      sign={<Sign name="selfie" />}
      title={say("ready_title")}
      lead={say("ready_lead")}
      actions={
        <>
          <Button icon="camera" onClick={useThisDevice}>
            {say("open_camera")}
          </Button>
          <UsePhone {...shown} />
        </>
      }
    />
  );
}

/** On a computer only: a phone has no other phone to offer. */
export function UsePhone({ device, say, send, kind = "quiet" }: Shown & { readonly kind?: "second" | "quiet" }) {
  if (!device.computer) return null;
  return (
    <Button kind={kind} icon="phone" onClick={() => send("use_phone")}>
      {say("use_phone")}
    </Button>
  );
}
