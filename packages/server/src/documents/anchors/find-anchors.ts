/** Finds anchors for requests. Returns certificates as stored, since another process parses them. */
import { X509Certificate } from "node:crypto";
import type { ExpressionBuilder, SelectQueryBuilder } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { budgets } from "../budgets.ts";
import type { AnchorNames } from "../certificates/chain.ts";
import type { DocumentType } from "../document.ts";
import { pidStatus } from "./uses.ts";
import type { FindCertificates } from "../reading/start-process.ts";

/** The account whose anchors count, and whether those of its test keys or of its live keys. */
export interface AnchorOwner {
  readonly accountId: string;
  readonly test: boolean;
}

/**
 * Finds the anchors of the service and of the owner that may have issued a certificate: by the issuer's key id in the certificate. If it has none, or
 * no anchor has this key id, by the issuer's name; in the second case only among anchors without a key id. Anchors for other document types are left
 * out.
 */
export const findAnchorsIn =
  (store: Pick<Store, "db" | "run">, owner: AnchorOwner): FindCertificates =>
  async ({ issuerHash, issuerKeyId, documentType, isOfStatus }) => {
    const wanted = { documentType, isOfStatus };
    const named = { column: "subject_hash", value: issuerHash, ...wanted } as const;
    if (issuerKeyId === null) return find(store, owner, named);
    const byKey = await find(store, owner, { column: "key_id", value: issuerKeyId, ...wanted });
    return byKey.length > 0 ? byKey : find(store, owner, { ...named, isKeyUnnamed: true });
  };

interface Wanted extends Pick<AnchorNames, "documentType" | "isOfStatus"> {
  readonly column: "key_id" | "subject_hash";
  readonly value: string;
  readonly isKeyUnnamed?: boolean;
}

async function find(
  store: Pick<Store, "db" | "run">,
  owner: AnchorOwner,
  { column, value, isKeyUnnamed = false, documentType, isOfStatus }: Wanted,
): Promise<readonly Buffer[]> {
  const found = await inEachTable(store, owner, (table) =>
    store.db
      .selectFrom(table)
      .select("certificate")
      .where(column, "=", value)
      .$if(isKeyUnnamed, (query) => query.where("key_id", "is", null))
      .$if(documentType !== undefined, (query) => query.where(isFor(documentType as DocumentType, isOfStatus)))
      .limit(budgets.anchorsTried),
  );
  return found.map(({ certificate }) => derOf(certificate));
}

type AnchorTable = "trust_anchors" | "trust_list_anchors" | "account_trust_anchors";

/** Whether an anchor is trusted for a type of document or, with `isOfStatus`, for status lists of that type. */
export const isFor =
  (documentType: DocumentType, isOfStatus = false) =>
  (e: ExpressionBuilder<Schema, AnchorTable>) =>
    e.or([
      e("document_types", "is", null),
      e("document_types", "like", `%${documentType}%`),
      ...(isOfStatus && documentType === "person_identification"
        ? [e("document_types", "like", `%${pidStatus}%`)]
        : []),
    ]);

/** Runs a query on all anchors that count for the owner: the service's, those of trust lists, and the owner's. */
export async function inEachTable<Row>(
  { run }: Pick<Store, "run">,
  { accountId, test }: AnchorOwner,
  queryOf: (table: AnchorTable) => SelectQueryBuilder<Schema, AnchorTable, Row>,
): Promise<readonly Row[]> {
  const own = queryOf("account_trust_anchors")
    .where("account_id" as never, "=", accountId as never)
    .where("test" as never, "=", Number(test) as never);
  const queries = [queryOf("trust_anchors"), queryOf("trust_list_anchors"), own];
  return (await Promise.all(queries.map((query) => run(() => query.execute())))).flat();
}

/** @param stored DER as base64, as in the table */
export const certificateOf = (stored: string): X509Certificate => new X509Certificate(derOf(stored));

const derOf = (stored: string): Buffer => Buffer.from(stored, "base64");
