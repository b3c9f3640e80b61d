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
  /** Whether its maker keeps a copy for the person's other devices. */
  backedUp: z.boolean(),
  createdAtMs: timeMs,
  lastUsedAtMs: timeMs.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** The factors a user has besides the password. */
export const factors = z.object({
  passkeys: z.array(passkey),
  /** Since when an authenticator app is in use. */
  appSinceMs: timeMs.nullable(),
  recoveryCodesLeft: count,
  /** Whether the team asks its members for a second factor. */
  required: z.boolean(),
  /** False for who only ever signed in by a provider or a link. */
  hasPassword: z.boolean(),
});
export type Factors = z.output<typeof factors>;

/** Shown this once; null where there are some from before. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type RecoveryCodes = z.output<typeof recoveryCodes>;

/** What an authenticator app is set up with; `uri` is for the QR code. */
export const pendingApp = z.object({ secret: z.string(), uri: z.string() });
export type PendingApp = z.output<typeof pendingApp>;

/** What the browser is to make or use a passkey with (WebAuthn: PublicKeyCredentialCreationOptionsJSON, ...RequestOptionsJSON). */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });
export type PasskeyOptions = z.output<typeof passkeyOptions>;
