/**
 * Registration certificates of one account: the service sends requests to wallets on its behalf, as an intermediary. No other account's requests
 * include them.
 */
import { createHash } from "node:crypto";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Store } from "@selfsame/platform/store/store";
import { isExpired, readRegistration, type Registration, registrationsMax } from "./registration.ts";

export interface AccountRegistration extends Registration {
  /** SHA-256 of the certificate. */
  readonly id: string;
  readonly createdAtMs: number;
}

export type AddedRegistration =
  | { readonly outcome: "added"; readonly registration: AccountRegistration }
  | { readonly outcome: "unreadable" | "expired" | "too_many" };

const rowsOf = ({ db }: Pick<Store, "db">, accountId: string) =>
  db
    .selectFrom("registration_certificates")
    .select(["id", "certificate", "created_at_ms"])
    .where("account_id", "=", accountId);

/** Adds a certificate; one that is already stored stays unchanged. */
export async function addRegistration(
  { db, kind }: Pick<Store, "db" | "kind">,
  by: Actor,
  accountId: string,
  text: string,
  nowMs: number,
): Promise<AddedRegistration> {
  const read = readRegistration(text);
  if (!read) return { outcome: "unreadable" };
  if (isExpired(read, nowMs)) return { outcome: "expired" };
  const { certificate } = read;
  const id = createHash("sha256").update(certificate).digest("hex");
  return underLock(db, kind, async (db) => {
    const own = await rowsOf({ db }, accountId).execute();
    const known = own.find((row) => row.id === id);
    const createdAtMs = known?.created_at_ms ?? nowMs;
    const registration = { ...read, id, createdAtMs };
    if (known) return { outcome: "added", registration };
    if (own.length >= registrationsMax) return { outcome: "too_many" };
    const row = { account_id: accountId, id, certificate, created_at_ms: nowMs };
    await db.insertInto("registration_certificates").values(row).execute();
    await writeAudit(db, nowMs, by, "registration_certificate_added", accountId, id);
    return { outcome: "added", registration };
  });
}

/** Lists certificates, newest first, including expired ones. */
export async function listRegistrations(
  store: Pick<Store, "db">,
  accountId: string,
): Promise<readonly AccountRegistration[]> {
  const rows = await rowsOf(store, accountId).orderBy("created_at_ms", "desc").orderBy("id").execute();
  return rows.flatMap(({ id, certificate, created_at_ms }) => {
    const read = readRegistration(certificate);
    return read ? [{ ...read, id, createdAtMs: created_at_ms }] : [];
  });
}

/** @returns whether the account had the certificate */
export async function removeRegistration(
  { db }: Pick<Store, "db">,
  by: Actor,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("registration_certificates")
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await writeAudit(db, nowMs, by, "registration_certificate_removed", accountId, id);
    return numDeletedRows > 0n;
  });
}

interface RegistrationsSent {
  readonly certificates: readonly string[];
  /** Ids of expired certificates, which are not sent and are worth a warning. */
  readonly expired: readonly string[];
}

/**
 * The certificates in an account's requests: its own, or else the operator's. Never both, since each states who receives the portrait. An account's
 * own still exclude the operator's once they have expired.
 */
export async function registrationsFor(
  store: Pick<Store, "db" | "run">,
  accountId: string,
  ofOperator: readonly Registration[],
  nowMs: number,
): Promise<RegistrationsSent> {
  const own = await store.run(() => listRegistrations(store, accountId));
  const given = own.length > 0 ? own : ofOperator.map((one) => ({ ...one, id: "of the operator" }));
  return {
    certificates: given.filter((one) => !isExpired(one, nowMs)).map(({ certificate }) => certificate),
    expired: given.filter((one) => isExpired(one, nowMs)).map(({ id }) => id),
  };
}
