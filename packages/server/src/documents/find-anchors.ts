/** For the requests. Apart from what the command line needs, so that a service does not load a parser of certificates to start. */
import { X509Certificate } from "node:crypto";
import type { Store } from "../store/store.ts";
import type { FindAnchors } from "./chain.ts";

/** More of one key or name are a mistake, and each costs a signature check. */
const candidatesMax = 16;

/** By the key that a certificate names as its issuer's; where it names none, by the issuer's name. */
export const findAnchorsIn =
  (store: Pick<Store, "db" | "run">): FindAnchors =>
  async ({ issuerHash, issuerKeyId }) => {
    const query = store.db.selectFrom("trust_anchors").select("certificate").limit(candidatesMax);
    const matching =
      issuerKeyId === null ? query.where("subject_hash", "=", issuerHash) : query.where("key_id", "=", issuerKeyId);
    const rows = await store.run(() => matching.execute());
    return rows.map(({ certificate }) => certificateOf(certificate));
  };

/** @param stored DER as base64, as the table has it */
export const certificateOf = (stored: string): X509Certificate => new X509Certificate(Buffer.from(stored, "base64"));
