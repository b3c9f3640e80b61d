/** Whether a signer's certificate was issued by an authority that is trusted. */
import type { X509Certificate } from "node:crypto";
import { attempt } from "./attempt.ts";
import { isKeyAllowed, type SignatureAlgorithm, signatureAlgorithmOf } from "./algorithms.ts";
import { budgets } from "./budgets.ts";
import { type CertificateNames, partsOf, readCertificate } from "./certificate.ts";
import type { DocumentFault } from "./fault.ts";

/** The certificates of authorities that are trusted, as far as they may have issued another. */
export type FindAnchors = (
  names: Pick<CertificateNames, "issuerHash" | "issuerKeyId">,
) => Promise<readonly X509Certificate[]>;

export interface Issued {
  readonly outcome: "issued";
  readonly signer: X509Certificate;
  readonly anchor: X509Certificate;
}

interface Link {
  readonly certificate: X509Certificate;
  readonly names: CertificateNames;
  readonly algorithm: SignatureAlgorithm | undefined;
}

/**
 * The authority that a chain ends at.
 * @param chain DER, the signer first, each issued by the next; the anchor itself may be its end, or be left out
 */
export async function issuerOf(
  chain: readonly Uint8Array[],
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<Issued | { readonly outcome: DocumentFault }> {
  const links = chain.length > 0 && chain.length <= budgets.chain ? attempt(() => chain.map(linkOf)) : undefined;
  const [first, last] = [links?.[0], links?.at(-1)];
  if (!links || !first || !last) return { outcome: "document_unreadable" };
  const between = links.slice(1).map(({ certificate }) => certificate);
  for (const [index, authority] of between.entries()) {
    const wrong = linkFault(links[index] as Link, authority);
    if (wrong) return { outcome: wrong };
  }
  if (!last.algorithm) return { outcome: "document_algorithm_unsupported" };
  const anchors = await findAnchors(last.names);
  if (anchors.length === 0) return { outcome: "document_issuer_unknown" };
  // A master list has keys that this Node cannot read; they have signed nothing that can be checked.
  const readable = anchors.filter((one) => attempt(() => one.publicKey) !== undefined);
  const { algorithm } = last;
  const allowed = readable.filter((one) => isKeyAllowed(one.publicKey, algorithm));
  if (readable.length > 0 && allowed.length === 0) return { outcome: "document_algorithm_unsupported" };
  const anchor = allowed.find((one) => attempt(() => last.certificate.verify(one.publicKey)));
  if (!anchor) return { outcome: "document_signature_invalid" };
  const wrong = datesFault([first.certificate, ...between, anchor], nowMs);
  return wrong ? { outcome: wrong } : { outcome: "issued", signer: first.certificate, anchor };
}

function linkOf(der: Uint8Array): Link {
  const parts = partsOf(der);
  return {
    certificate: readCertificate(der),
    names: parts,
    algorithm: attempt(() => signatureAlgorithmOf(parts.algorithm)),
  };
}

function linkFault({ certificate, algorithm }: Link, authority: X509Certificate): DocumentFault | undefined {
  if (!algorithm || !isKeyAllowed(authority.publicKey, algorithm)) return "document_algorithm_unsupported";
  const isIssued = attempt(
    () => authority.ca && certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
  );
  return isIssued ? undefined : "document_signature_invalid";
}

function datesFault(certificates: readonly X509Certificate[], nowMs: number): DocumentFault | undefined {
  if (certificates.some(({ validFromDate }) => nowMs < validFromDate.getTime())) return "document_not_yet_valid";
  if (certificates.some(({ validToDate }) => nowMs > validToDate.getTime())) return "document_expired";
  return undefined;
}
