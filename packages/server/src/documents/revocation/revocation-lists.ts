/** Revocation lists that the operator added. Each was verified by the certificate of a trusted authority. */
import type { Kysely } from "kysely";
import { attempt } from "../attempt.ts";
import { createHash, X509Certificate } from "node:crypto";
import {
  isKeyAllowed,
  isSignedBy,
  isWeak,
  nameOf,
  nameOfKey,
  signatureAlgorithmOf,
} from "../certificates/algorithms.ts";
import { authorityOf } from "../certificates/authority.ts";
import { type CertificateName, nameHashOf, partsOf } from "../certificates/certificate.ts";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import type { RevocationList } from "./read-crl.ts";

type UnsignedList =
  | { readonly outcome: "issuer_unknown" | "signature_invalid" }
  | { readonly outcome: "algorithm_unsupported"; readonly algorithm: string };

export type AddedList =
  | { readonly outcome: "added" | "known" | "older"; readonly authority: string }
  | { readonly outcome: "not_yet_valid" }
  | UnsignedList;

/** Rows in one statement: SQLite allows no more than 32,766 values. */
const rowsAtOnce = 1000;
const skewMs = 60_000;

/** Adds a list that one of the service's authorities signed, in place of that authority's earlier list. */
export async function addRevocationList(
  { db }: Pick<Store, "db">,
  by: Actor,
  list: RevocationList,
  nowMs: number,
): Promise<AddedList> {
  const signer = await signerOf(db, list);
  if ("outcome" in signer) return signer;
  if (list.issuedAtMs > nowMs + skewMs) return { outcome: "not_yet_valid" };
  const { name, country } = authorityOf(signer);
  const authority = [country, name].filter(Boolean).join(" ");
  const id = createHash("sha256").update(list.bytes).digest("hex");
  const issuer = list.issuerParts;
  return db.transaction().execute(async (db) => {
    const before = await db
      .selectFrom("revocation_lists")
      .select(["id", "issued_at_ms"])
      .where("issuer", "=", issuer)
      .executeTakeFirst();
    if (before?.id === id) return { outcome: "known", authority } as const;
    if (before && before.issued_at_ms > list.issuedAtMs) return { outcome: "older", authority } as const;
    await deleteList(db, issuer);
    await db
      .insertInto("revocation_lists")
      .values({
        issuer,
        id,
        authority,
        issued_at_ms: list.issuedAtMs,
        next_at_ms: list.nextAtMs ?? null,
        certificates: list.revoked.size,
        added_at_ms: nowMs,
      })
      .execute();
    const rows = Array.from(list.revoked, (serial) => ({ issuer, serial }));
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await db
        .insertInto("revoked_certificates")
        .values(rows.slice(at, at + rowsAtOnce))
        .execute();
    await writeAudit(db, nowMs, by, "revocation_list_added", null, id);
    return { outcome: "added", authority } as const;
  });
}

/** The authority that signed a list, found by the key id or the name in the list. */
async function signerOf(db: Kysely<Schema>, list: RevocationList): Promise<X509Certificate | UnsignedList> {
  const { issuerKeyId, issuerName, issuerParts } = list;
  const wantedIn = (table: "trust_anchors" | "trust_list_anchors") =>
    db
      .selectFrom(table)
      .select("certificate")
      .where((e) =>
        e.or([
          e("subject_hash", "=", nameHashOf(issuerName)),
          ...(issuerKeyId === null ? [] : [e("key_id", "=", issuerKeyId)]),
        ]),
      )
      .execute();
  const rows = [...(await wantedIn("trust_anchors")), ...(await wantedIn("trust_list_anchors"))];
  const anchors = rows
    .map(({ certificate }) => new X509Certificate(Buffer.from(certificate, "base64")))
    // Only authorities with the issuer's name: an authority cannot revoke certificates of another one.
    .filter((one) => partsOf(one.raw).subjectParts === issuerParts && attempt(() => one.publicKey));
  const [first] = anchors;
  if (!first) return { outcome: "issuer_unknown" };
  const algorithm = attempt(() => signatureAlgorithmOf(list.algorithm));
  if (!algorithm || isWeak(algorithm.hash))
    return { outcome: "algorithm_unsupported", algorithm: nameOf(list.algorithm) };
  const allowed = anchors.filter((one) => isKeyAllowed(one.publicKey, algorithm));
  if (allowed.length === 0) return { outcome: "algorithm_unsupported", algorithm: nameOfKey(first.publicKey) };
  const signer = allowed.find((one) =>
    attempt(() => isSignedBy(list.signed, list.signature, one.publicKey, algorithm)),
  );
  return signer ?? { outcome: "signature_invalid" };
}

async function deleteList(db: Kysely<Schema>, issuer: string): Promise<bigint> {
  await db.deleteFrom("revoked_certificates").where("issuer", "=", issuer).execute();
  const { numDeletedRows } = await db
    .deleteFrom("revocation_lists")
    .where("issuer", "=", issuer)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}

export const listRevocationLists = ({ db }: Pick<Store, "db">) =>
  db.selectFrom("revocation_lists").selectAll().orderBy("authority").orderBy("issuer").execute();

/** @returns whether the list existed */
export const removeRevocationList = (
  { db }: Pick<Store, "db">,
  by: Actor,
  id: string,
  nowMs: number,
): Promise<boolean> =>
  db.transaction().execute(async (db) => {
    const row = await db.selectFrom("revocation_lists").select("issuer").where("id", "=", id).executeTakeFirst();
    if (!row || (await deleteList(db, row.issuer)) === 0n) return false;
    await writeAudit(db, nowMs, by, "revocation_list_removed", null, id);
    return true;
  });

interface FoundList {
  readonly issuedAtMs: number;
  readonly nextAtMs: number | null;
  readonly addedAtMs: number;
}

/** Looks up a signer's certificate, and those between it and the authority, on the lists. */
export async function findRevocation(
  { db, run }: Pick<Store, "db" | "run">,
  certificates: readonly CertificateName[],
): Promise<{ readonly isRevoked: boolean; readonly lists: readonly (FoundList | undefined)[] }> {
  const found = await Promise.all(
    certificates.map(({ issuer, serial }) =>
      run(() =>
        db
          .selectFrom("revocation_lists")
          .leftJoin("revoked_certificates", (join) =>
            join
              .onRef("revoked_certificates.issuer", "=", "revocation_lists.issuer")
              .on("revoked_certificates.serial", "=", serial),
          )
          .select(["issued_at_ms", "next_at_ms", "added_at_ms", "revoked_certificates.serial"])
          .where("revocation_lists.issuer", "=", issuer)
          .executeTakeFirst(),
      ),
    ),
  );
  return {
    isRevoked: found.some((row) => row !== undefined && row.serial !== null),
    lists: found.map(
      (row) => row && { issuedAtMs: row.issued_at_ms, nextAtMs: row.next_at_ms, addedAtMs: row.added_at_ms },
    ),
  };
}
