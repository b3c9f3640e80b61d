import type { Device } from "../here/device.ts";
import type { Link } from "../here/link.ts";
import type { Seen } from "../state/seen.ts";
import type { Brand, Simulated } from "../service/session.ts";
import type { Event } from "../state/states.ts";
import type { PageTexts } from "@selfsame/texts/page";

/** The properties of every view. */
export interface Shown extends Seen {
  readonly link: Link;
  readonly device: Device;
  /** The account's branding; undefined while unknown. */
  readonly brand: Brand | undefined;
  /** The account's name for itself. */
  readonly name: string;
  readonly language: string;
  /** An attempt failed since this page was opened, here or on another device. */
  readonly tried: boolean;
  readonly say: (text: keyof PageTexts, values?: Readonly<Record<string, string | number>>) => string;
  readonly send: (event: Event) => void;
  /** Downloads the person's copy of the consent. */
  readonly receipt: () => Promise<void>;
  /** Withdraws the consent. False: there was a verdict before. Both functions may reject. */
  readonly withdraw: () => Promise<boolean>;
  /** Whether the person is being asked to confirm the withdrawal. */
  readonly withdrawing: boolean;
  readonly setWithdrawing: (asked: boolean) => void;
  /** Reports "Not now" to the account; `leave` leaves the page. */
  readonly decline: () => void;
  readonly useThisDevice: () => void;
  /** Sends a new wallet request, which invalidates the previous one. */
  readonly askWallet: () => void;
  /** Sends the wallet request through the browser. */
  readonly askBrowser: () => void;
  readonly simulate: (outcome: Simulated) => void;
  /** Leads back to the account, or closes the dialog. Undefined if there is nowhere to go. */
  readonly leave: Leave | undefined;
}

export type Leave =
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "dialog"; readonly close: (declined?: boolean) => void };
