import type { Device } from "../here/device.ts";
import type { TabStorage } from "../here/tab-storage.ts";
import type { Service } from "../service/service.ts";
import type { Because, Session, WalletRequest } from "../service/session.ts";
import type { PhotoState } from "./send-photos.ts";
import type { State } from "./states.ts";

/** The data that the views show. */
export interface Seen {
  readonly state: State;
  readonly session: Session | undefined;
  /** The consent text changed as the person agreed, so they have to read it again. */
  readonly wordsChanged: boolean;
  /** Why the last attempt was not enough. */
  readonly because: Because | null;
  /** State of the photo taken: it waits for the network, or could not be sent. */
  readonly photo: PhotoState | null;
  /** The current wallet request; null while it is not known, and after the wallet responded. */
  readonly walletRequest: WalletRequest | null;
  /** The previous request expired: a response to it would be rejected. */
  readonly walletRanOut: boolean;
  /** The browser can pass the request to a wallet itself. */
  readonly browserAsksWallets: boolean;
  /** The session ended, or went to a reviewer, while this page was open, so the person continues from here. */
  readonly endedHere: boolean;
}

export interface FlowDeps {
  readonly service: Service;
  /** Reports the session whenever it changes, until the signal aborts. */
  readonly follow: (told: (session: Session) => void, signal: AbortSignal) => void;
  readonly device: Device;
  readonly keep: TabStorage;
  /** The code with which a wallet on this device opened this page. */
  readonly responseCode?: string | null | undefined;
  /** Whether a wallet on this device can return to this browser. */
  readonly comesBack: () => boolean;
  readonly language: () => string;
  readonly changed: (seen: Seen) => void;
}
