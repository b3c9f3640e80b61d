/** For the requests. Apart from what the command line needs, so that a service does not load a parser of certificates to start. */
import { X509Certificate } from "node:crypto";
import type { Store } from "../../store/store.ts";
import type { FindAnchors } from "../chain.ts";

/** Whose anchors: an account's, and of those the ones of test keys or the others. */
export interface AnchorOwner {
  readonly accountId: string;
  readonly test: boolean;
}

/** More of one key or name are a mistake, and each costs a signature check. */
const candidatesMax = 16;

/** By the key that a certificate names as its issuer's; where it names none, by the issuer's name: the service's anchors, and the owner's. */
export const findAnchorsIn =
  ({ db, run }: Pick<Store, "db" | "run">, { accountId, test }: AnchorOwner): FindAnchors =>
  async ({ issuerHash, issuerKeyId }) => {
    const [column, value] =
      issuerKeyId === null ? (["subject_hash", issuerHash] as const) : (["key_id", issuerKeyId] as const);
    const everyones = db
      .selectFrom("trust_anchors")
      .select("certificate")
      .where(column, "=", value)
      .limit(candidatesMax);
    const own = db
      .selectFrom("account_trust_anchors")
      .select("certificate")
      .where("account_id", "=", accountId)
      .where("test", "=", Number(test))
      .where(column, "=", value)
      .limit(candidatesMax);
    const rows = (await Promise.all([run(() => everyones.execute()), run(() => own.execute())])).flat();
    return rows.map(({ certificate }) => certificateOf(certificate));
  };

/** @param stored DER as base64, as the table has it */
export const certificateOf = (stored: string): X509Certificate => new X509Certificate(Buffer.from(stored, "base64"));
