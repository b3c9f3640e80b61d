/** The authorities whose documents are trusted, for the whole service: account-anchors.ts has those of one account. */
import type { X509Certificate } from "node:crypto";
import { type Actor, writeAudit } from "../../platform/audit/audit.ts";
import type { Store } from "../../platform/store/store.ts";
import { anchorColumns } from "./anchor-columns.ts";
import { certificateOf } from "./find-anchors.ts";

/** @returns the ids of those that are new */
export async function addAnchors(
  { db }: Pick<Store, "db">,
  by: Actor,
  certificates: readonly X509Certificate[],
  nowMs: number,
): Promise<readonly string[]> {
  return db.transaction().execute(async (db) => {
    const added: string[] = [];
    for (const certificate of certificates) {
      const row = anchorColumns(certificate);
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("trust_anchors")
        .values({ ...row, added_at_ms: nowMs })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) continue;
      await writeAudit(db, nowMs, by, "trust_anchor_added", null, row.id);
      added.push(row.id);
    }
    return added;
  });
}

export async function listAnchors({ db }: Pick<Store, "db">) {
  const rows = await db
    .selectFrom("trust_anchors")
    .select(["id", "certificate"])
    .orderBy("added_at_ms")
    .orderBy("id")
    .execute();
  return rows.map(({ id, certificate }) => ({ id, certificate: certificateOf(certificate) }));
}

/** @returns whether it was there */
export async function removeAnchor({ db }: Pick<Store, "db">, by: Actor, id: string, nowMs: number): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db.deleteFrom("trust_anchors").where("id", "=", id).executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await writeAudit(db, nowMs, by, "trust_anchor_removed", null, id);
    return numDeletedRows > 0n;
  });
}
