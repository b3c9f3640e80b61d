/** Trust anchors of one account, in addition to those of the service. They apply to this account only. */
import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import { underLock } from "@selfsame/platform/store/migrate";
import { newestFirst, type Page, type Place } from "@selfsame/platform/store/queries/pagination";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { authorityOf } from "../certificates/authority.ts";
import type { DocumentType } from "../document.ts";
import { type AnchorRow, typesIn, typesOfBoth } from "./anchor-columns.ts";
import { type AnchorOwner, certificateOf } from "./find-anchors.ts";

/** More would be a worldwide list, which only the operator adds. */
export const accountAnchorsMax = 200;
/** Limits of one file: authorities and bytes. */
export const anchorsPerFileMax = 100;
export const anchorFileBytesMax = 256 * 1024;

export interface AccountAnchor {
  /** SHA-256 of the certificate. */
  readonly id: string;
  readonly name: string | null;
  readonly country: string | null;
  /** Null: trusted for all types. */
  readonly documentTypes: readonly DocumentType[] | null;
  readonly test: boolean;
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
}

export type AddedAnchors =
  | { readonly outcome: "added"; readonly anchors: readonly AccountAnchor[] }
  | { readonly outcome: "unreadable" | "too_many" };

const rowsOf = (db: Kysely<Schema>, accountId: string, tests: readonly boolean[]) =>
  db.selectFrom("account_trust_anchors").where("account_id", "=", accountId).where("test", "in", tests.map(Number));

/**
 * Adds the authorities of a file. One that the account already has is then trusted for the document types of both files.
 * @param read the file's authorities: see anchor-rows.ts
 * @returns all authorities of the file
 */
export async function addAccountAnchors(
  { db, kind }: Pick<Store, "db" | "kind">,
  by: Actor,
  { accountId, test }: AnchorOwner,
  read: readonly AnchorRow[] | undefined,
  nowMs: number,
): Promise<AddedAnchors> {
  if (!read) return { outcome: "unreadable" };
  if (read.length > anchorsPerFileMax) return { outcome: "too_many" };
  const rows = read.map((row) => ({ account_id: accountId, test: Number(test), ...row, created_at_ms: nowMs }));
  return underLock(db, kind, async (db) => {
    const own = await rowsOf(db, accountId, [test]).selectAll().execute();
    const known = new Map(own.map((row) => [row.id, row]));
    const added = rows.filter(({ id }) => !known.has(id));
    if (known.size + added.length > accountAnchorsMax) return { outcome: "too_many" };
    if (added.length > 0) await db.insertInto("account_trust_anchors").values(added).execute();
    for (const { id } of added) await writeAudit(db, nowMs, by, "trust_anchor_added", accountId, id);
    const anchors: AccountAnchor[] = [];
    for (const row of rows) {
      const before = known.get(row.id) ?? row;
      const document_types = typesOfBoth(before.document_types, row.document_types);
      if (document_types !== before.document_types)
        await db
          .updateTable("account_trust_anchors")
          .set({ document_types })
          .where("account_id", "=", accountId)
          .where("test", "=", Number(test))
          .where("id", "=", row.id)
          .execute();
      anchors.push(anchorOf({ ...before, document_types }));
    }
    return { outcome: "added", anchors };
  });
}

function anchorOf({
  id,
  test,
  certificate,
  document_types,
  created_at_ms,
}: Pick<AnchorRow, "id" | "certificate" | "document_types"> & {
  readonly test: number;
  readonly created_at_ms: number;
}): AccountAnchor {
  const read = certificateOf(certificate);
  const expiresAtMs = read.validToDate.getTime();
  const documentTypes = typesIn(document_types);
  return { id, ...authorityOf(read), documentTypes, test: test === 1, expiresAtMs, createdAtMs: created_at_ms };
}

/** The newest first. @param tests `false` for those of live keys, `true` for those of test keys, or both */
export async function listAccountAnchors(
  db: Kysely<Schema>,
  accountId: string,
  tests: readonly boolean[],
  page: { readonly limit: number; readonly after?: Place | undefined },
): Promise<Page<AccountAnchor>> {
  const columns = ["id", "test", "certificate", "document_types", "created_at_ms"] as const;
  const { rows, next } = await newestFirst(rowsOf(db, accountId, tests).select(columns), page);
  return { rows: rows.map(anchorOf), next };
}

/** @returns whether the account had the anchor */
export async function removeAccountAnchor(
  { db }: Pick<Store, "db">,
  by: Actor,
  { accountId, test }: AnchorOwner,
  id: string,
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("account_trust_anchors")
      .where("account_id", "=", accountId)
      .where("test", "=", Number(test))
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await writeAudit(db, nowMs, by, "trust_anchor_removed", accountId, id);
    return numDeletedRows > 0n;
  });
}
