/** Trust anchors of the whole service; account-anchors.ts has those of one account. */
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import type { Store } from "@selfsame/platform/store/store";
import { anchorColumns, typesIn, typesOfBoth } from "./anchor-columns.ts";
import type { ListedAuthority } from "./anchor-file.ts";
import { certificateOf } from "./find-anchors.ts";

/** @returns the ids of the new anchors */
export async function addAnchors(
  { db }: Pick<Store, "db">,
  by: Actor,
  authorities: readonly ListedAuthority[],
  nowMs: number,
): Promise<readonly string[]> {
  return db.transaction().execute(async (db) => {
    const added: string[] = [];
    for (const authority of authorities) {
      const row = anchorColumns(authority);
      const known = await db
        .selectFrom("trust_anchors")
        .select("document_types")
        .where("id", "=", row.id)
        .executeTakeFirst();
      if (known) {
        const document_types = typesOfBoth(known.document_types, row.document_types);
        if (document_types !== known.document_types)
          await db.updateTable("trust_anchors").set({ document_types }).where("id", "=", row.id).execute();
        continue;
      }
      await db
        .insertInto("trust_anchors")
        .values({ ...row, added_at_ms: nowMs })
        .execute();
      await writeAudit(db, nowMs, by, "trust_anchor_added", null, row.id);
      added.push(row.id);
    }
    return added;
  });
}

/** The anchors that were added one by one, followed by those of trust lists. */
export async function listAnchors({ db }: Pick<Store, "db">) {
  const columns = ["id", "certificate", "document_types"] as const;
  const own = await db.selectFrom("trust_anchors").select(columns).orderBy("added_at_ms").orderBy("id").execute();
  const listed = await db
    .selectFrom("trust_list_anchors")
    .select([...columns, "list_id"])
    .orderBy("list_id")
    .orderBy("id")
    .execute();
  return [...own.map((row) => ({ ...row, list_id: null })), ...listed].map((row) => ({
    id: row.id,
    certificate: certificateOf(row.certificate),
    documentTypes: typesIn(row.document_types),
    list: row.list_id,
  }));
}

/** @returns whether the anchor existed */
export async function removeAnchor({ db }: Pick<Store, "db">, by: Actor, id: string, nowMs: number): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db.deleteFrom("trust_anchors").where("id", "=", id).executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await writeAudit(db, nowMs, by, "trust_anchor_removed", null, id);
    return numDeletedRows > 0n;
  });
}
