import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Store } from "@selfsame/platform/store/store";
import type { Attempts, TooMany } from "../accounts/attempts.ts";
import { findDevice } from "../accounts/devices.ts";
import type { SignInClient } from "../accounts/sign-in-sessions.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { SignedInBy } from "@selfsame/platform/store/signed-in-by";
import { homeOf } from "../teams/members.ts";
import { takeAppCode } from "./authenticator-app.ts";
import { takeRecoveryCode } from "./recovery-codes.ts";
import { findStep, takeStep } from "./sign-in-steps.ts";

export interface SecondStepDeps {
  readonly store: Store;
  readonly seal: Seal;
  readonly attempts: Attempts;
  readonly now: () => number;
}

export type SecondStep =
  | { readonly outcome: "proven"; readonly userId: string; readonly signedInBy: SignedInBy }
  /** `step_over`: no sign-in was begun in this browser within the last five minutes. */
  | { readonly outcome: "wrong_code" | "step_over" }
  | TooMany;

/**
 * Completes a sign-in after the first factor, by a code of the app or a recovery code. Wrong codes are counted by user: a code has a million values,
 * and the client already knows the password. A device that has signed in before has its own counter, so that an attacker who knows the password
 * cannot lock the owner out.
 */
export async function takeSecondStep(
  { store, seal, attempts, now }: SecondStepDeps,
  secret: string | undefined,
  code: string,
  client: SignInClient,
  signal: AbortSignal,
): Promise<SecondStep> {
  const { db } = store;
  const step = secret === undefined ? undefined : await findStep(db, secret, now());
  if (!step || secret === undefined) return { outcome: "step_over" };
  const { userId, proof } = step;
  const attempt = attempts.code(userId, await findDevice(db, userId, client.deviceSecret, now()));
  const refused = await attempt.begin(signal);
  if (refused) return refused;

  const ofApp = await takeAppCode(db, seal, userId, code.replaceAll(/\s/g, ""), now());
  const home = await homeOf(db, userId);
  const by = { actor: userId, address: client.address, signedInBy: proof };
  if (!ofApp && !(await takeRecoveryCode(db, userId, code))) {
    await writeAudit(db, now(), by, "second_factor_failed", home);
    return { outcome: "wrong_code" };
  }
  await attempt.forgive();
  if (!(await takeStep(db, secret))) return { outcome: "step_over" };
  if (!ofApp) await writeAudit(db, now(), by, "recovery_code_used", home);
  return { outcome: "proven", userId, signedInBy: ofApp ? "password+totp" : "password+recovery" };
}
