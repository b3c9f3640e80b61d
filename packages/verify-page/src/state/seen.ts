import type { Device } from "../here/device.ts";
import type { TabStorage } from "../here/tab-storage.ts";
import type { Service } from "../service/service.ts";
import type { Because, Session, WalletRequest } from "../service/session.ts";
import type { PhotoState } from "./send-photos.ts";
import type { State } from "./states.ts";

/** What the views show. */
export interface Seen {
  readonly state: State;
  readonly session: Session | undefined;
  /** What the person was asked changed as they agreed: they read it again. */
  readonly wordsChanged: boolean;
  /** Of an attempt that was not enough. */
  readonly because: Because | null;
  /** Of the photo that was taken: it waits for the network, or could not be sent. */
  readonly photo: PhotoState | null;
  /** What the person's wallet is asked; null while that is not known, and once it was answered. */
  readonly walletRequest: WalletRequest | null;
  /** The request before ran out: a wallet that was still open with it gets nothing taken. */
  readonly walletRanOut: boolean;
  /** The browser can hand that to a wallet itself. */
  readonly browserAsksWallets: boolean;
  /** It ended, or went to a reviewer, while this page was open: the person goes on from here. */
  readonly endedHere: boolean;
}

export interface FlowDeps {
  readonly service: Service;
  /** Tells of the session whenever it changes, until the signal aborts. */
  readonly follow: (told: (session: Session) => void, signal: AbortSignal) => void;
  readonly device: Device;
  readonly keep: TabStorage;
  /** A wallet on this device opened this page with it. */
  readonly responseCode?: string | null | undefined;
  /** Whether a wallet on this device finds its way back to this browser. */
  readonly comesBack: () => boolean;
  readonly language: () => string;
  readonly changed: (seen: Seen) => void;
}
