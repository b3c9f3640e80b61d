import { createHash, X509Certificate } from "node:crypto";
import { AuthorityKeyIdentifier, Certificate } from "pkijs";
import type { OctetString } from "asn1js";

/** The names in a certificate: of its issuer and of its subject. */
export interface CertificateNames {
  /** SHA-256 of the names as they are encoded. */
  readonly subjectHash: string;
  readonly issuerHash: string;
  /** Of its own key, and of the key that signed it, where it says so: hex. */
  readonly keyId: string | null;
  readonly issuerKeyId: string | null;
}

/**
 * A certificate with a readable key: Node reads the key only on demand.
 * @param certificate DER, or PEM
 * @throws where the certificate or its key is broken
 */
export function readCertificate(certificate: Uint8Array | string): X509Certificate {
  const read = new X509Certificate(certificate);
  if (!read.publicKey) throw new Error("a certificate without a key");
  return read;
}

const subjectKeyIdentifier = "2.5.29.14";
const authorityKeyIdentifier = "2.5.29.35";

export const hashOfName = (name: { readonly valueBeforeDecode: ArrayBuffer }): string =>
  createHash("sha256").update(new Uint8Array(name.valueBeforeDecode)).digest("hex");

/** @throws of what is no certificate */
export function namesOf(der: Uint8Array): CertificateNames {
  const { subject, issuer, extensions = [] } = Certificate.fromBER(Uint8Array.from(der));
  const valueOf = (id: string) => extensions.find(({ extnID }) => extnID === id)?.parsedValue as unknown;
  const own = valueOf(subjectKeyIdentifier) as OctetString | undefined;
  const authority = valueOf(authorityKeyIdentifier);
  const issuerKey = authority instanceof AuthorityKeyIdentifier ? authority.keyIdentifier : undefined;
  return {
    subjectHash: hashOfName(subject),
    issuerHash: hashOfName(issuer),
    keyId: own ? hexOf(own) : null,
    issuerKeyId: issuerKey ? hexOf(issuerKey) : null,
  };
}

export const hexOf = (octets: OctetString): string => Buffer.from(octets.getValue()).toString("hex");
