/** For the requests: certificates as they are stored, since another process reads them. */
import { X509Certificate } from "node:crypto";
import type { Store } from "../../platform/store/store.ts";
import { budgets } from "../budgets.ts";
import type { FindCertificates } from "../reading/start-process.ts";

/** Whose anchors: an account's, and of those the ones of test keys or the others. */
export interface AnchorOwner {
  readonly accountId: string;
  readonly test: boolean;
}

/**
 * By the key that a certificate names as its issuer's: the service's anchors, and the owner's. Where it names none, or no anchor has that key, by
 * the issuer's name; in the second case among anchors that do not name their own key.
 */
export const findAnchorsIn =
  (store: Pick<Store, "db" | "run">, owner: AnchorOwner): FindCertificates =>
  async ({ issuerHash, issuerKeyId }) => {
    if (issuerKeyId === null) return find(store, owner, { column: "subject_hash", value: issuerHash });
    const byKey = await find(store, owner, { column: "key_id", value: issuerKeyId });
    return byKey.length > 0
      ? byKey
      : find(store, owner, { column: "subject_hash", value: issuerHash, isKeyUnnamed: true });
  };

interface Wanted {
  readonly column: "key_id" | "subject_hash";
  readonly value: string;
  readonly isKeyUnnamed?: boolean;
}

async function find(
  { db, run }: Pick<Store, "db" | "run">,
  { accountId, test }: AnchorOwner,
  { column, value, isKeyUnnamed = false }: Wanted,
): Promise<readonly Buffer[]> {
  const everyones = db
    .selectFrom("trust_anchors")
    .select("certificate")
    .where(column, "=", value)
    .$if(isKeyUnnamed, (query) => query.where("key_id", "is", null))
    .limit(budgets.anchorsTried);
  const own = db
    .selectFrom("account_trust_anchors")
    .select("certificate")
    .where("account_id", "=", accountId)
    .where("test", "=", Number(test))
    .where(column, "=", value)
    .$if(isKeyUnnamed, (query) => query.where("key_id", "is", null))
    .limit(budgets.anchorsTried);
  const found = await Promise.all([run(() => everyones.execute()), run(() => own.execute())]);
  return found.flat().map(({ certificate }) => derOf(certificate));
}

/** @param stored DER as base64, as the table has it */
export const certificateOf = (stored: string): X509Certificate => new X509Certificate(derOf(stored));

const derOf = (stored: string): Buffer => Buffer.from(stored, "base64");
