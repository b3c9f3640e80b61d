import { createHash, type X509Certificate } from "node:crypto";
import { namesOf } from "../certificate.ts";

/** Of a trust anchor, in the service's table and in that of accounts. The id is the SHA-256 of the certificate. */
export function anchorColumns({ raw }: X509Certificate) {
  const { subjectHash, keyId } = namesOf(raw);
  const id = createHash("sha256").update(raw).digest("hex");
  return { id, subject_hash: subjectHash, key_id: keyId, certificate: raw.toString("base64") };
}
