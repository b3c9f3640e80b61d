/** Requests to the person's wallet for a portrait: one open request for each session, answered once, valid for minutes. */
import { addEvidence } from "../evidence/evidence.ts";
import type { SealedPhoto } from "../evidence/seal-photo.ts";
import { generateKeyPairSync, type JsonWebKey, randomBytes } from "node:crypto";
import { randomBase62 } from "@selfsame/platform/ids/base62";
import { sealReference } from "../reference.ts";
import { linkSecret } from "../link.ts";
import { type SessionDeps, type SessionRow, isOver } from "../session.ts";
import { note } from "../reports/timeline.ts";
import { type WalletReason, walletReason } from "./problems.ts";
import { holdFor } from "./return.ts";

/** Values that the wallet must return, and the keys that its response is encrypted to. */
interface WalletSecrets {
  readonly nonce: string;
  readonly state: string;
  /** The private key, on P-256. */
  readonly jwk: JsonWebKey;
  /** The private key for a response through a browser by ISO/IEC 18013-7. */
  readonly mdocJwk: JsonWebKey;
  /** Whether the wallet is on the same device as the requesting browser, and sends the person back to it. */
  readonly returns: boolean;
}

export interface WalletRequest extends WalletSecrets {
  readonly id: string;
  readonly sessionId: string;
  readonly accountId: string;
  readonly expiresAtMs: number;
}

const lifeMs = 10 * 60_000;
/** The most open requests of one account; each belongs to a person on a page. */
const openMax = 500;

const purposeOf = (id: string): string => `wallet request ${id}`;

/** Whether the wallet must still provide the reference. Test sessions request nothing from wallets. */
export const needsWallet = ({ wallet, has_reference, test }: SessionRow): boolean =>
  wallet === 1 && has_reference === 0 && test === 0;

const newKey = (): JsonWebKey =>
  generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey.export({ format: "jwk" });

/** Creates a request and invalidates the session's previous one. @returns undefined if the account has too many open requests */
export async function openWalletRequest(
  { store, seal, now }: SessionDeps,
  session: SessionRow,
  returns = false,
): Promise<WalletRequest | undefined> {
  const nowMs = now();
  const id = randomBase62(32);
  const secrets: WalletSecrets = {
    nonce: randomBytes(24).toString("base64url"),
    state: randomBytes(24).toString("base64url"),
    jwk: newKey(),
    mdocJwk: newKey(),
    returns,
  };
  const expiresAtMs = Math.min(nowMs + lifeMs, session.expires_at_ms);
  const row = {
    id,
    account_id: session.account_id,
    sealed: seal.close(purposeOf(id), Buffer.from(JSON.stringify(secrets))),
    problem: null,
    held: null,
    expires_at_ms: expiresAtMs,
  };
  const isOpened = await store.db.transaction().execute(async (db) => {
    const { open } = await db
      .selectFrom("wallet_requests")
      .select((e) => e.fn.countAll<number>().as("open"))
      .where("account_id", "=", session.account_id)
      .where("session_id", "!=", session.id)
      .where("sealed", "is not", null)
      .where("expires_at_ms", ">", nowMs)
      .executeTakeFirstOrThrow();
    if (open >= openMax) return false;
    await db
      .insertInto("wallet_requests")
      .values({ ...row, session_id: session.id })
      .onConflict((conflict) => conflict.column("session_id").doUpdateSet(row))
      .execute();
    return true;
  });
  return isOpened ? { ...secrets, id, sessionId: session.id, accountId: session.account_id, expiresAtMs } : undefined;
}

/** @returns undefined if there is none, or it was answered or has expired */
export async function findWalletRequest(
  { store, seal, now }: Pick<SessionDeps, "store" | "seal" | "now">,
  id: string,
): Promise<WalletRequest | undefined> {
  const row = await store.run(() =>
    store.db.selectFrom("wallet_requests").selectAll().where("id", "=", id).executeTakeFirst(),
  );
  if (!row?.sealed || row.expires_at_ms <= now()) return undefined;
  const opened = seal.open(purposeOf(id), row.sealed);
  if (!opened) return undefined;
  const secrets = JSON.parse(opened.toString()) as WalletSecrets;
  return { ...secrets, id, sessionId: row.session_id, accountId: row.account_id, expiresAtMs: row.expires_at_ms };
}

/** Why a request cannot be answered. `unknown` also if a newer request of the session has replaced it. */
export type Gone = "answered" | "expired" | "unknown";

export async function whyGone({ store, now }: Pick<SessionDeps, "store" | "now">, id: string): Promise<Gone> {
  const row = await store.run(() =>
    store.db.selectFrom("wallet_requests").select(["sealed", "expires_at_ms"]).where("id", "=", id).executeTakeFirst(),
  );
  if (!row) return "unknown";
  if (!row.sealed) return "answered";
  return row.expires_at_ms <= now() ? "expired" : "unknown";
}

/**
 * Claims a request for its response, which invalidates it: the first of two devices with the same code wins, and nothing is accepted after the
 * expiry.
 * @returns whether this call claimed it
 */
export async function takeWalletRequest(
  { store, now }: Pick<SessionDeps, "store" | "now">,
  id: string,
): Promise<boolean> {
  const taken = await store.run(() =>
    store.db
      .updateTable("wallet_requests")
      .set({ sealed: null })
      .where("id", "=", id)
      .where("sealed", "is not", null)
      .where("expires_at_ms", ">", now())
      .returning("id")
      .executeTakeFirst(),
  );
  return taken !== undefined;
}

/** Records a rejected response: the page shows a coarse reason, the account's timeline the exact one. */
export async function rejectWallet(
  { store, now }: Pick<SessionDeps, "store" | "now">,
  { id, sessionId }: WalletRequest,
  problem: string,
): Promise<void> {
  await store.db.transaction().execute(async (db) => {
    await db.updateTable("wallet_requests").set({ problem }).where("id", "=", id).execute();
    await db
      .updateTable("verification_sessions")
      .set((e) => ({ version: e("version", "+", 1) }))
      .where("id", "=", sessionId)
      .execute();
    await note(db, sessionId, "wallet_rejected", now(), { reason: problem });
  });
}

export interface WalletReference {
  readonly embedding: Float32Array;
  readonly model: string;
  /** The document in the format of responses: nothing about the holder. */
  readonly document: object;
  /** Its portrait, sealed to the account's key where it has one. */
  readonly evidence?: readonly SealedPhoto[];
}

/**
 * Stores the portrait as the session's reference, sealed like any other. With a return code, it counts only once the requesting browser brings the
 * code (return.ts).
 * @returns false if the session has ended, or has a reference already
 */
export async function acceptWallet(
  { store, seal, now }: Pick<SessionDeps, "store" | "seal" | "now">,
  { sessionId }: WalletRequest,
  { embedding, model, document, evidence = [] }: WalletReference,
  returnCode?: string,
): Promise<boolean> {
  return store.db.transaction().execute(async (db) => {
    const found = await db
      .selectFrom("verification_sessions")
      .select(["id", "account_id", "link"])
      .where("id", "=", sessionId)
      .executeTakeFirst();
    if (!found) return false;
    const { link } = found;
    const sealed = sealReference(seal, linkSecret(seal, { id: sessionId, link }), embedding);
    const accepted = await db
      .updateTable("verification_sessions")
      .set((e) => ({
        reference: sealed,
        ...(returnCode === undefined && { has_reference: 1, model, document: JSON.stringify(document) }),
        version: e("version", "+", 1),
      }))
      .where("id", "=", sessionId)
      .where("link", "=", link)
      .where("status", "=", "started")
      .where("has_reference", "=", 0)
      .where("expires_at_ms", ">", now())
      .returning("id")
      .executeTakeFirst();
    if (!accepted) return false;
    await addEvidence(db, found, evidence, now());
    if (returnCode === undefined) await note(db, sessionId, "wallet_accepted", now());
    else await holdFor(db, sessionId, { returnCode, model, document });
    return true;
  });
}

interface WalletState {
  readonly received: boolean;
  readonly rejected: boolean;
  readonly reason: WalletReason | null;
}

/** The wallet state that the page shows; null if the session does not use a wallet. */
export async function walletState(
  { store }: Pick<SessionDeps, "store">,
  session: SessionRow,
): Promise<WalletState | null> {
  if (session.wallet === 0 || session.test === 1) return null;
  const received = session.has_reference === 1;
  if (received || isOver(session)) return { received, rejected: false, reason: null };
  const rejected = await store.run(() =>
    store.db
      .selectFrom("wallet_requests")
      .select(["problem", "held"])
      .where("session_id", "=", session.id)
      .where((e) => e.or([e("problem", "is not", null), e("held", "is not", null)]))
      .executeTakeFirst(),
  );
  const reason = rejected ? (rejected.problem ? walletReason(rejected.problem) : "not_returned") : null;
  return { received, rejected: reason !== null, reason };
}
