/** For the requests: certificates as they are stored, since another process reads them. */
import { X509Certificate } from "node:crypto";
import type { Store } from "../../platform/store/store.ts";
import { budgets } from "../budgets.ts";
import type { AnchorNames } from "../certificates/chain.ts";
import type { FindCertificates } from "../reading/start-process.ts";

/** Whose anchors: an account's, and of those the ones of test keys or the others. */
export interface AnchorOwner {
  readonly accountId: string;
  readonly test: boolean;
}

/**
 * By the key that a certificate names as its issuer's: the service's anchors, and the owner's. Where it names none, or no anchor has that key, by
 * the issuer's name; in the second case among anchors that do not name their own key. Those that are for other types of documents are none.
 */
export const findAnchorsIn =
  (store: Pick<Store, "db" | "run">, owner: AnchorOwner): FindCertificates =>
  async ({ issuerHash, issuerKeyId, documentType }) => {
    const named = { column: "subject_hash", value: issuerHash, documentType } as const;
    if (issuerKeyId === null) return find(store, owner, named);
    const byKey = await find(store, owner, { column: "key_id", value: issuerKeyId, documentType });
    return byKey.length > 0 ? byKey : find(store, owner, { ...named, isKeyUnnamed: true });
  };

interface Wanted extends Pick<AnchorNames, "documentType"> {
  readonly column: "key_id" | "subject_hash";
  readonly value: string;
  readonly isKeyUnnamed?: boolean;
}

async function find(
  { db, run }: Pick<Store, "db" | "run">,
  { accountId, test }: AnchorOwner,
  { column, value, isKeyUnnamed = false, documentType }: Wanted,
): Promise<readonly Buffer[]> {
  const wantedIn = (table: "trust_anchors" | "trust_list_anchors" | "account_trust_anchors") =>
    db
      .selectFrom(table)
      .select("certificate")
      .where(column, "=", value)
      .$if(isKeyUnnamed, (query) => query.where("key_id", "is", null))
      .$if(documentType !== undefined, (query) =>
        // No type's name is a part of another's.
        query.where((e) => e.or([e("document_types", "is", null), e("document_types", "like", `%${documentType}%`)])),
      )
      .limit(budgets.anchorsTried);
  const own = wantedIn("account_trust_anchors")
    .where("account_id" as never, "=", accountId as never)
    .where("test" as never, "=", Number(test) as never);
  const queries = [wantedIn("trust_anchors"), wantedIn("trust_list_anchors"), own];
  const found = await Promise.all(queries.map((query) => run(() => query.execute())));
  return found.flat().map(({ certificate }) => derOf(certificate));
}

/** @param stored DER as base64, as the table has it */
export const certificateOf = (stored: string): X509Certificate => new X509Certificate(derOf(stored));

const derOf = (stored: string): Buffer => Buffer.from(stored, "base64");
