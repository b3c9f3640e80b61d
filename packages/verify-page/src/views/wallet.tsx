import type { PageTexts } from "@selfsame/texts/page";
import type { WalletReason } from "../service/session.ts";
import { Sign } from "./icons.tsx";
import { Button, Card, Spinner } from "./parts.tsx";
import { QrCode } from "./qr-code.tsx";
import type { Shown } from "./shown.ts";
import { Decline } from "./start.tsx";

const rejections: Readonly<Record<WalletReason, keyof PageTexts>> = {
  declined: "wallet_declined",
  wallet_failed: "wallet_failed",
  expired: "wallet_expired",
  not_accepted: "wallet_not_accepted",
  not_returned: "wallet_not_returned",
  other_page: "wallet_other_page",
  unusable: "wallet_rejected",
};

/** @param reason null from a service of an earlier version */
export const rejectedText = (reason: WalletReason | null): keyof PageTexts => rejections[reason ?? "unusable"];

/** How the portrait is used and stored. */
export const portraitText = (session: Shown["session"]): keyof PageTexts =>
  (session?.evidence_days ?? null) === null ? "wallet_only" : "wallet_only_sealed";

/** On a computer, a QR code for the wallet on the phone; on a phone, a link that opens the wallet. */
export function Wallet(shown: Shown) {
  const { say, device, session, walletRequest, askWallet, askBrowser, browserAsksWallets, walletRanOut } = shown;
  const rejected = session?.wallet?.rejected === true && walletRequest === null;
  return (
    <Card
      sign={!device.computer && <Sign name="phone" />}
      title={say("wallet_title")}
      lead={rejected ? undefined : say(device.computer ? "wallet_scan" : "wallet_lead")}
      actions={
        <>
          {rejected && <Button onClick={askWallet}>{say("retry")}</Button>}
          {browserAsksWallets && (
            <Button kind={device.computer ? "second" : "main"} onClick={askBrowser}>
              {say("wallet_open")}
            </Button>
          )}
          {walletRequest && !device.computer && (
            <a class={`button ${browserAsksWallets ? "second" : "main"}`} href={walletRequest.url}>
              {say(browserAsksWallets ? "wallet_other" : "wallet_open")}
            </a>
          )}
          <Decline {...shown} />
        </>
      }
    >
      {rejected && (
        <p class="hint" role="alert">
          {say(rejectedText(session.wallet?.reason ?? null))}
        </p>
      )}
      {walletRequest && device.computer && <QrCode text={walletRequest.url} label={say("wallet_code")} />}
      {!rejected && walletRanOut && (
        <p class="hint" role="status">
          {say("wallet_ran_out")}
        </p>
      )}
      {!rejected && (walletRequest ? <p class="live">{say("wallet_waiting")}</p> : <Spinner />)}
      {!rejected && <p class="note">{say(portraitText(session))}</p>}
    </Card>
  );
}
