/** The session of a browser's request by ISO/IEC 18013-7, annex C. */
import { createHash } from "node:crypto";
import { writeCbor } from "./write-cbor.ts";

export const isoName = "dcapi";

/** SessionTranscript as CBOR (C.5). @param encryptionInfo base64url, as sent */
export function isoTranscript(encryptionInfo: string, origin: string): Buffer {
  const hash = createHash("sha256")
    .update(writeCbor([encryptionInfo, origin]))
    .digest();
  return writeCbor([null, null, [isoName, hash]]);
}
