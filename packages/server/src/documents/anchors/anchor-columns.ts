import { createHash, type X509Certificate } from "node:crypto";
import { partsOf } from "../certificates/certificate.ts";

/** A trust anchor as the service's table and that of accounts have it. The id is the SHA-256 of the certificate. */
export interface AnchorRow {
  readonly id: string;
  readonly subject_hash: string;
  readonly key_id: string | null;
  readonly certificate: string;
}

export function anchorColumns({ raw }: X509Certificate): AnchorRow {
  const { subjectHash, keyId } = partsOf(raw);
  const id = createHash("sha256").update(raw).digest("hex");
  return { id, subject_hash: subjectHash, key_id: keyId, certificate: raw.toString("base64") };
}
