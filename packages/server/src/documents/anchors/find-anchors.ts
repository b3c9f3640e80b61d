/** For the requests: certificates as they are stored, since another process reads them. */
import { X509Certificate } from "node:crypto";
import type { Store } from "../../store/store.ts";
import { budgets } from "../budgets.ts";
import type { FindCertificates } from "../reading/start-process.ts";

/** Whose anchors: an account's, and of those the ones of test keys or the others. */
export interface AnchorOwner {
  readonly accountId: string;
  readonly test: boolean;
}

/** By the key that a certificate names as its issuer's; where it names none, by the issuer's name: the service's anchors, and the owner's. */
export const findAnchorsIn =
  ({ db, run }: Pick<Store, "db" | "run">, { accountId, test }: AnchorOwner): FindCertificates =>
  async ({ issuerHash, issuerKeyId }) => {
    const [column, value] =
      issuerKeyId === null ? (["subject_hash", issuerHash] as const) : (["key_id", issuerKeyId] as const);
    const everyones = db
      .selectFrom("trust_anchors")
      .select("certificate")
      .where(column, "=", value)
      .limit(budgets.anchorsTried);
    const own = db
      .selectFrom("account_trust_anchors")
      .select("certificate")
      .where("account_id", "=", accountId)
      .where("test", "=", Number(test))
      .where(column, "=", value)
      .limit(budgets.anchorsTried);
    const rows = (await Promise.all([run(() => everyones.execute()), run(() => own.execute())])).flat();
    return rows.map(({ certificate }) => derOf(certificate));
  };

/** @param stored DER as base64, as the table has it */
export const certificateOf = (stored: string): X509Certificate => new X509Certificate(derOf(stored));

const derOf = (stored: string): Buffer => Buffer.from(stored, "base64");
