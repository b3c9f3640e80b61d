/** The request for a portrait that a session's wallet answers: one at a time, once, and for minutes. */
import { addEvidence } from "../evidence/evidence.ts";
import type { SealedPhoto } from "../evidence/seal-photo.ts";
import { generateKeyPairSync, type JsonWebKey, randomBytes } from "node:crypto";
import { randomBase62 } from "../../../platform/ids/base62.ts";
import { sealReference } from "../reference.ts";
import { linkSecret } from "../link.ts";
import { type SessionDeps, type SessionRow, isOver } from "../session.ts";
import { note } from "../reports/timeline.ts";
import { type WalletReason, walletReason } from "./problems.ts";
import { holdFor } from "./return.ts";

/** What the wallet has to answer with, and what its answer is encrypted for. */
interface WalletSecrets {
  readonly nonce: string;
  readonly state: string;
  /** The private key on P-256. */
  readonly jwk: JsonWebKey;
  /** The same for an answer through a browser after ISO/IEC 18013-7. */
  readonly mdocJwk: JsonWebKey;
  /** The wallet is on the device of the browser that asked, and sends the person back to it. */
  readonly returns: boolean;
}

export interface WalletRequest extends WalletSecrets {
  readonly id: string;
  readonly sessionId: string;
  readonly accountId: string;
  readonly expiresAtMs: number;
}

const lifeMs = 10 * 60_000;
/** Of one account at once: each is a person at a page. */
const openMax = 500;

const purposeOf = (id: string): string => `wallet request ${id}`;

/** Whether the person's wallet has to give the reference, and has not. Nothing of a test session is asked of a wallet. */
export const needsWallet = ({ wallet, has_reference, test }: SessionRow): boolean =>
  wallet === 1 && has_reference === 0 && test === 0;

const newKey = (): JsonWebKey =>
  generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey.export({ format: "jwk" });

/** Makes a request; the session's one before is void. @returns undefined where the account has too many open */
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

/** @returns undefined where there is none, it was answered, or its time is up */
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

/** Why there is no request to answer: unknown as well where a newer one of the session is in its place. */
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
 * Takes the answer of a request, which is then void: of two devices with one code the first, and nothing that arrives when the time is up.
 * @returns whether it was still there to take
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

/** What an answer was rejected for: the page says that it was, and the account's timeline why. */
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
  /** As answers report it: nothing of the holder. */
  readonly document: object;
  /** Its portrait, where the account has it sealed. */
  readonly evidence?: readonly SealedPhoto[];
}

/**
 * The portrait becomes the session's reference, sealed as any; with a code only once the browser that asked brings it (return.ts).
 * @returns false where it has ended, or has one already
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

/** What the page shows of it; null where the session is not one of a wallet's. */
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
