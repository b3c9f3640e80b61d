/** Checks whether a trusted authority issued a signer's certificate. */
import type { X509Certificate } from "node:crypto";
import { attempt } from "../attempt.ts";
import {
  isKeyAllowed,
  isWeak,
  nameOf,
  nameOfKey,
  type SignatureAlgorithm,
  signatureAlgorithmOf,
} from "./algorithms.ts";
import { budgets } from "../budgets.ts";
import {
  type CertificateName,
  certificateNameOf,
  type CertificateNames,
  partsOf,
  readCertificate,
} from "./certificate.ts";
import type { DocumentType } from "../document.ts";
import type { DocumentFault, Faulty } from "../fault.ts";

/** Finds the certificates of trusted authorities that may have issued another certificate. */
export type FindAnchors = (names: AnchorNames) => Promise<readonly X509Certificate[]>;

/** Name and key id of the wanted issuer, and the type of document: an authority may be trusted for some types only. */
export interface AnchorNames extends Pick<CertificateNames, "issuerHash" | "issuerKeyId"> {
  readonly documentType?: DocumentType | undefined;
  /** Set for the signer of a status list, who may have another authority than the documents. */
  readonly isOfStatus?: boolean | undefined;
}

export interface Issued {
  readonly outcome: "issued";
  readonly signer: X509Certificate;
  readonly anchor: X509Certificate;
  /** The certificates of the chain, the signer's first. */
  readonly certificates: readonly CertificateName[];
}

interface Link {
  readonly certificate: X509Certificate;
  readonly names: CertificateNames;
  readonly algorithm: SignatureAlgorithm | undefined;
  readonly algorithmName: string;
}

/**
 * Checks a chain and returns the anchor that it ends at.
 * @param chain DER, the signer first, each issued by the next; the anchor itself may be its end, or be left out
 * @param allowWeak whether certificates may be signed with SHA-1 or SHA-224
 */
export async function issuerOf(
  chain: readonly Uint8Array[],
  findAnchors: FindAnchors,
  nowMs: number,
  {
    allowWeak = false,
    documentType,
    isOfStatus,
  }: { readonly allowWeak?: boolean } & Pick<AnchorNames, "documentType" | "isOfStatus"> = {},
): Promise<Issued | Faulty> {
  const links = chain.length > 0 && chain.length <= budgets.chain ? attempt(() => chain.map(linkOf)) : undefined;
  const [first, last] = [links?.[0], links?.at(-1)];
  if (!links || !first || !last) return { outcome: "document_unreadable" };
  const between = links.slice(1).map(({ certificate }) => certificate);
  for (const [index, authority] of between.entries()) {
    const wrong = linkFault(links[index] as Link, authority);
    if (wrong) return wrong;
  }
  if (!last.algorithm) return unsupportedOf(last.algorithmName);
  const weak = links.find(({ algorithm }) => algorithm && isWeak(algorithm.hash));
  if (weak && !allowWeak) return { outcome: "document_signature_weak", algorithm: weak.algorithmName };
  const anchors = await findAnchors({ ...last.names, documentType, isOfStatus });
  if (anchors.length === 0) return { outcome: "document_issuer_unknown" };
  // Master lists contain keys that this Node cannot read; no signature by them can be checked.
  const readable = anchors.filter((one) => attempt(() => one.publicKey) !== undefined);
  const { algorithm } = last;
  const allowed = readable.filter((one) => isKeyAllowed(one.publicKey, algorithm));
  if (readable[0] && allowed.length === 0) return unsupportedOf(nameOfKey(readable[0].publicKey));
  const anchor = allowed.find((one) => attempt(() => last.certificate.verify(one.publicKey)));
  if (!anchor) return { outcome: "document_signature_invalid" };
  const wrong = datesFault([first.certificate, ...between, anchor], nowMs);
  if (wrong) return { outcome: wrong };
  const certificates = attempt(() => chain.map(certificateNameOf));
  return certificates
    ? { outcome: "issued", signer: first.certificate, anchor, certificates }
    : { outcome: "document_unreadable" };
}

function linkOf(der: Uint8Array): Link {
  const parts = partsOf(der);
  return {
    certificate: readCertificate(der),
    names: parts,
    algorithm: attempt(() => signatureAlgorithmOf(parts.algorithm)),
    algorithmName: nameOf(parts.algorithm),
  };
}

const unsupportedOf = (algorithm: string): Faulty => ({ outcome: "document_algorithm_unsupported", algorithm });

function linkFault({ certificate, algorithm, algorithmName }: Link, authority: X509Certificate): Faulty | undefined {
  if (!algorithm) return unsupportedOf(algorithmName);
  if (!isKeyAllowed(authority.publicKey, algorithm)) return unsupportedOf(nameOfKey(authority.publicKey));
  const isIssued = attempt(
    () => authority.ca && certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
  );
  return isIssued ? undefined : { outcome: "document_signature_invalid" };
}

function datesFault(certificates: readonly X509Certificate[], nowMs: number): DocumentFault | undefined {
  if (certificates.some(({ validFromDate }) => nowMs < validFromDate.getTime())) return "document_not_yet_valid";
  if (certificates.some(({ validToDate }) => nowMs > validToDate.getTime())) return "document_expired";
  return undefined;
}
