import type { Device } from "../here/device.ts";
import type { Link } from "../here/link.ts";
import type { Seen } from "../state/seen.ts";
import type { Brand, Simulated } from "../service/session.ts";
import type { Event } from "../state/states.ts";
import type { PageTexts } from "@selfsame/texts/page";

/** What every view is given. */
export interface Shown extends Seen {
  readonly link: Link;
  readonly device: Device;
  /** Of who asks; undefined while that is not known. */
  readonly brand: Brand | undefined;
  /** As who asks calls itself. */
  readonly name: string;
  readonly language: string;
  /** An attempt was not enough since this page was opened, here or on another device. */
  readonly tried: boolean;
  readonly say: (text: keyof PageTexts, values?: Readonly<Record<string, string | number>>) => string;
  readonly send: (event: Event) => void;
  /** Hands the person their copy of the consent. */
  readonly receipt: () => Promise<void>;
  /** Takes the consent back. False: there was a verdict before. Both may reject. */
  readonly withdraw: () => Promise<boolean>;
  /** Whether the person is asked if they are sure to take it back. */
  readonly withdrawing: boolean;
  readonly setWithdrawing: (asked: boolean) => void;
  /** "Not now", reported to the account; leaving is `leave`. */
  readonly decline: () => void;
  readonly useThisDevice: () => void;
  /** Once more: what the wallet was asked before is void. */
  readonly askWallet: () => void;
  /** Asks the wallet through the browser. */
  readonly askBrowser: () => void;
  readonly simulate: (outcome: Simulated) => void;
  /** Leaves: to who asks, or out of their dialog. Undefined where there is nowhere to go. */
  readonly leave: Leave | undefined;
}

export type Leave =
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "dialog"; readonly close: (declined?: boolean) => void };
