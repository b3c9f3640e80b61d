import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { newId } from "@selfsame/platform/ids/ids";
import { challengeLifeMs, makeChallenge, takeChallenge } from "./challenges.ts";
import { afterFactorChange, whyNotRemoved } from "./factors.ts";
import type { FactorOwner, Irremovable } from "./factors.ts";
import { appSince } from "./authenticator-app.ts";
import { passkeyCount } from "./has-factor.ts";
import type { RelyingParty } from "./relying-party.ts";

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Whether the passkey's provider stores a copy for the user's other devices. */
  readonly backedUp: boolean;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/** The context in which a passkey is made or used: the service's page, in one browser. */
export interface Ceremony {
  readonly store: Store;
  readonly party: RelyingParty;
  /** Secret of the cookie that binds challenges to a browser. */
  readonly browserSecret: string;
  readonly nowMs: number;
}

/** Imported at the first use of a passkey, since it loads 300 modules. */
const webAuthn = () => import("@simplewebauthn/server");

const passkeysMax = 10;
/** COSE: Ed25519, P-256 and RSA, one of which every authenticator supports. Later algorithms are still experimental in Node. */
const algorithms = [-8, -7, -257];

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "base64url"));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** @returns "" without a challenge in the response; it matches no stored one */
function challengeIn({ response }: { readonly response: { readonly clientDataJSON: string } }): string {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
    if (typeof clientData === "object" && clientData !== null && "challenge" in clientData)
      return String(clientData.challenge).slice(0, 100);
  } catch {
    // Not JSON, so there is no challenge.
  }
  return "";
}

export async function listPasskeys(db: Kysely<Schema>, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at_ms")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    backedUp: row.backed_up === 1,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  }));
}

/** Options for the browser to create a passkey: stored on the device, unlocked by fingerprint, face or PIN. */
export async function optionsToAdd(
  { store: { db }, party, browserSecret, nowMs }: Ceremony,
  user: { readonly id: string; readonly email: string | null },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const theirs = await db.selectFrom("passkeys").select("credential_id").where("user_id", "=", user.id).execute();
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: "Selfsame",
    userID: new TextEncoder().encode(user.id),
    userName: user.email ?? user.id,
    challenge: bytesOf(await makeChallenge(db, browserSecret, user.id, nowMs)),
    timeout: challengeLifeMs,
    excludeCredentials: theirs.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
}

export type PasskeyAdded =
  | { readonly outcome: "added"; readonly recoveryCodes: string[] | null }
  | { readonly outcome: "passkey_refused" | "too_many" };

/** Stores the passkey that a browser made. If it is the user's first factor, recovery codes are returned as well. */
export async function addPasskey(
  { store, party, browserSecret, nowMs }: Ceremony,
  me: FactorOwner,
  name: string,
  response: RegistrationResponseJSON,
): Promise<PasskeyAdded> {
  const expectedChallenge = challengeIn(response);
  if (!(await takeChallenge(store.db, browserSecret, expectedChallenge, me.userId, nowMs))) {
    return { outcome: "passkey_refused" };
  }
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!verified?.verified) return { outcome: "passkey_refused" };
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return underLock(store.db, store.kind, async (db): Promise<PasskeyAdded> => {
    if ((await passkeyCount(db, me.userId)) >= passkeysMax) return { outcome: "too_many" };
    const row = {
      id: newId("pk"),
      user_id: me.userId,
      credential_id: credential.id,
      public_key: textOf(credential.publicKey),
      counter: credential.counter,
      backed_up: Number(credentialBackedUp),
      name,
    };
    const added = await db
      .insertInto("passkeys")
      .values({ ...row, created_at_ms: nowMs, last_used_at_ms: null })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .executeTakeFirst();
    // The credential is already registered and belongs to one user.
    if (added.numInsertedOrUpdatedRows === 0n) return { outcome: "passkey_refused" };
    return { outcome: "added", recoveryCodes: await afterFactorChange(db, me, "passkey_added", name, nowMs) };
  });
}

/** Options for the browser to use a passkey. They name no user, so they do not reveal who has passkeys. */
export async function optionsToUse({
  store,
  party,
  browserSecret,
  nowMs,
}: Ceremony): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(await makeChallenge(store.db, browserSecret, null, nowMs)),
    timeout: challengeLifeMs,
    userVerification: "required",
  });
}

export type PasskeyUsed =
  | { readonly outcome: "known"; readonly userId: string }
  /** `userId`: the owner of the credential; null if it is unknown. */
  | { readonly outcome: "passkey_refused"; readonly userId: string | null };

/** Finds the user whose passkey signed the challenge. Every rejection returns the same outcome. */
export async function usePasskey(
  { store, party, browserSecret, nowMs }: Ceremony,
  response: AuthenticationResponseJSON,
): Promise<PasskeyUsed> {
  const { db } = store;
  const row = await db.selectFrom("passkeys").selectAll().where("credential_id", "=", response.id).executeTakeFirst();
  const refused = { outcome: "passkey_refused", userId: row?.user_id ?? null } as const;
  const { userHandle } = response.response;
  const expectedChallenge = challengeIn(response);
  if (!(await takeChallenge(db, browserSecret, expectedChallenge, null, nowMs))) return refused;
  if (!row || (userHandle !== undefined && userHandle !== textOf(Buffer.from(row.user_id)))) {
    return refused;
  }
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: row.credential_id, publicKey: bytesOf(row.public_key), counter: row.counter },
  }).catch(() => undefined);
  if (!verified?.verified) return refused;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  // A counter that decreases means a cloned passkey (WebAuthn, section 6.1.1). The library has checked it; this checks it against what another node
  // has written since.
  const noted = await db
    .updateTable("passkeys")
    .set({ counter: newCounter, backed_up: Number(credentialBackedUp), last_used_at_ms: nowMs })
    .where("id", "=", row.id)
    .where((e) => (newCounter === 0 ? e("counter", "=", 0) : e("counter", "<", newCounter)))
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n ? { outcome: "known", userId: row.user_id } : refused;
}

/** @returns whether the user has this passkey */
export async function renamePasskey(db: Kysely<Schema>, userId: string, id: string, name: string): Promise<boolean> {
  const renamed = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return renamed.numUpdatedRows > 0n;
}

export function removePasskey(
  store: Store,
  me: FactorOwner,
  id: string,
  nowMs: number,
): Promise<"removed" | "not_found" | Irremovable> {
  return underLock(store.db, store.kind, async (db) => {
    const theirs = await listPasskeys(db, me.userId);
    const gone = theirs.find((passkey) => passkey.id === id);
    if (!gone) return "not_found";
    const left = { passkeys: theirs.length - 1, app: (await appSince(db, me.userId)) !== null };
    const problem = await whyNotRemoved(db, me.userId, left);
    if (problem) return problem;
    await db.deleteFrom("passkeys").where("id", "=", id).execute();
    await afterFactorChange(db, me, "passkey_removed", gone.name, nowMs);
    return "removed";
  });
}
