/** Trust lists whose signature was checked, with their source. An authority that a list no longer contains is no longer trusted. */
import { createHash, X509Certificate } from "node:crypto";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import type { Store } from "@selfsame/platform/store/store";
import { attempt } from "../attempt.ts";
import { type AnchorRow, anchorColumns, typesOfBoth } from "./anchor-columns.ts";
import type { AnchorFile } from "./anchor-file.ts";
import { listFault, type ListFault, type SignedList } from "./signed-list.ts";

export interface TrustList {
  readonly id: string;
  /** A URL, or the path of a local file. */
  readonly source: string;
  readonly kind: SignedList["kind"];
  readonly signer: X509Certificate;
  readonly authorities: number;
  readonly issuedAtMs: number;
  readonly nextAtMs: number | null;
  readonly checkedAtMs: number;
}

export type PutList =
  | { readonly outcome: "put"; readonly added: number; readonly removed: number; readonly authorities: number }
  | { readonly outcome: ListFault | "older" | "no_list" };

/** Stores a list in place of the earlier one from the same source. */
export async function putList(
  { db }: Pick<Store, "db">,
  by: Actor,
  { authorities, list }: AnchorFile,
  { source, signer }: Pick<TrustList, "source" | "signer">,
  nowMs: number,
): Promise<PutList> {
  if (!list) return { outcome: "no_list" };
  const wrong = await listFault(list, signer, nowMs);
  if (wrong) return { outcome: wrong };
  const id = createHash("sha256").update(source).digest("hex");
  const readable = authorities.filter(
    ({ certificate, documentTypes }) => attempt(() => certificate.publicKey) && documentTypes?.length !== 0,
  );
  const rows = new Map<string, AnchorRow & { readonly list_id: string }>();
  for (const row of readable.flatMap((one) => attempt(() => anchorColumns(one)) ?? [])) {
    const known = rows.get(row.id) ?? row;
    const document_types = typesOfBoth(known.document_types, row.document_types);
    rows.set(row.id, { list_id: id, ...row, document_types });
  }
  return db.transaction().execute(async (db) => {
    const before = await db.selectFrom("trust_lists").select("issued_at_ms").where("id", "=", id).executeTakeFirst();
    if (before && before.issued_at_ms > list.issuedAtMs) return { outcome: "older" } as const;
    const had = await db.selectFrom("trust_list_anchors").select("id").where("list_id", "=", id).execute();
    await db.deleteFrom("trust_list_anchors").where("list_id", "=", id).execute();
    await db.deleteFrom("trust_lists").where("id", "=", id).execute();
    const row = {
      id,
      source,
      kind: list.kind,
      signer: signer.raw.toString("base64"),
      issued_at_ms: list.issuedAtMs,
      next_at_ms: list.nextAtMs ?? null,
      checked_at_ms: nowMs,
    };
    await db.insertInto("trust_lists").values(row).execute();
    if (rows.size > 0)
      await db
        .insertInto("trust_list_anchors")
        .values([...rows.values()])
        .execute();
    const known = new Set(had.map((one) => one.id));
    const added = [...rows.keys()].filter((one) => !known.has(one)).length;
    const removed = had.filter((one) => !rows.has(one.id)).length;
    if (!before || added + removed > 0) await writeAudit(db, nowMs, by, "trust_list_changed", null, id);
    return { outcome: "put", added, removed, authorities: rows.size } as const;
  });
}

export async function trustLists({ db }: Pick<Store, "db">): Promise<readonly TrustList[]> {
  const rows = await db
    .selectFrom("trust_lists")
    .selectAll()
    .select((e) =>
      e
        .selectFrom("trust_list_anchors")
        .whereRef("list_id", "=", "trust_lists.id")
        .select((one) => one.fn.countAll<number>().as("count"))
        .as("authorities"),
    )
    .orderBy("source")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    kind: row.kind as TrustList["kind"],
    signer: new X509Certificate(Buffer.from(row.signer, "base64")),
    authorities: row.authorities ?? 0,
    issuedAtMs: row.issued_at_ms,
    nextAtMs: row.next_at_ms,
    checkedAtMs: row.checked_at_ms,
  }));
}

/** @returns whether the list existed */
export const removeList = ({ db }: Pick<Store, "db">, by: Actor, id: string, nowMs: number): Promise<boolean> =>
  db.transaction().execute(async (db) => {
    await db.deleteFrom("trust_list_anchors").where("list_id", "=", id).execute();
    const { numDeletedRows } = await db.deleteFrom("trust_lists").where("id", "=", id).executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await writeAudit(db, nowMs, by, "trust_list_removed", null, id);
    return numDeletedRows > 0n;
  });
