import { underLock } from "@selfsame/platform/store/migrate";
import type { Store } from "@selfsame/platform/store/store";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { SignInClient } from "../accounts/sign-in-sessions.ts";
import type { User } from "../accounts/users.ts";
import { takeWaiting } from "./flows.ts";
import { link, personOf } from "./people.ts";
import { findProvider } from "./provider.ts";

export interface WaitingDeps {
  readonly store: Store;
  readonly signOn: { readonly seal: Seal };
  readonly now: () => number;
}

/**
 * Links a user to their team's provider, after the provider identified them and they signed in by their earlier method in the same browser.
 * @returns whether a user was linked
 */
export async function linkWaiting(
  { store, signOn: { seal }, now }: WaitingDeps,
  user: User,
  { signOnSecret, address }: SignInClient,
): Promise<boolean> {
  if (signOnSecret === undefined) return false;
  const waiting = await takeWaiting({ db: store.db, seal, nowMs: now() }, signOnSecret, user.id);
  if (!waiting) return false;
  const { accountId, subject } = waiting;
  return underLock(store.db, store.kind, async (db) => {
    const provider = await findProvider(db, accountId);
    if (provider?.issuer !== waiting.issuer) return false;
    const who = await personOf(db, { provider, subject, email: user.email ?? "" });
    if (who.kind !== "proof_needed" || who.user.id !== user.id) return false;
    await link(db, { provider, subject }, user, address, now());
    return true;
  });
}
