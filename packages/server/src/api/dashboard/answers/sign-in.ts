import { z } from "zod";
import { signedInBy } from "./account.ts";
import { count, timeMs } from "./basics.ts";

export const session = z.object({
  id: z.string(),
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  signedInBy,
  createdAtMs: timeMs,
  lastSeenAtMs: timeMs,
});
export type Session = z.output<typeof session>;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the passkey is synced to the person's other devices. */
  backedUp: z.boolean(),
  createdAtMs: timeMs,
  lastUsedAtMs: timeMs.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** The factors a user has besides the password. */
export const factors = z.object({
  passkeys: z.array(passkey),
  /** When the authenticator app was set up. */
  appSinceMs: timeMs.nullable(),
  recoveryCodesLeft: count,
  /** Whether the team requires a second factor of its members. */
  required: z.boolean(),
  /** False for a user who has only signed in by a provider or a link. */
  hasPassword: z.boolean(),
});
export type Factors = z.output<typeof factors>;

/** Returned only once; null if recovery codes exist already. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type RecoveryCodes = z.output<typeof recoveryCodes>;

/** What an authenticator app needs for its setup; `uri` is for the QR code. */
export const pendingApp = z.object({ secret: z.string(), uri: z.string() });
export type PendingApp = z.output<typeof pendingApp>;

/** Options for creating or using a passkey in the browser (WebAuthn: PublicKeyCredentialCreationOptionsJSON, ...RequestOptionsJSON). */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });
export type PasskeyOptions = z.output<typeof passkeyOptions>;
