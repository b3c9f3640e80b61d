/** Passive authentication (ICAO Doc 9303-11, 5.1): checks that a trusted issuer signed the portrait. */
import { createHash, type X509Certificate } from "node:crypto";
import { attempt } from "../attempt.ts";
import {
  type AlgorithmId,
  algorithmIdOf,
  hashOf,
  isKeyAllowed,
  isSignedBy,
  isWeak,
  nameOf,
  nameOfKey,
  signatureAlgorithmOf,
} from "../certificates/algorithms.ts";
import {
  elementsOf,
  EncodingError,
  fieldsOf,
  oidOf,
  octetsOf,
  readElement,
  smallIntegerOf,
  tags,
} from "../certificates/ber.ts";
import { type CertificateName, partsOf, readCertificate } from "../certificates/certificate.ts";
import { type FindAnchors, issuerOf } from "../certificates/chain.ts";
import { readSignedData, type Signer } from "../certificates/cms.ts";
import type { DocumentFault, Faulty } from "../fault.ts";
import { contentAt } from "./tlv.ts";

/** Content types of an LDSSecurityObject, including those that some countries write instead. */
const contentTypes: ReadonlySet<string> = new Set([
  "2.23.136.1.1.1",
  // id-data: China.
  "1.2.840.113549.1.7.1",
  // From before the ICAO defined its own: Belgium, France; the Netherlands.
  "1.3.27.1.1.1",
  "1.2.528.1.1006.1.20.1",
]);
const contentTypeAttribute = "1.2.840.113549.1.9.3";
const digestAttribute = "1.2.840.113549.1.9.4";

/** A parsed EF.SOD. */
interface SecurityObject {
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly signer: Signer;
  /** The document signer's certificate, as encoded. */
  readonly certificate: Uint8Array;
}

interface Signed {
  readonly outcome: "signed";
  readonly anchor: X509Certificate;
  readonly validUntil: Date;
  readonly certificates: readonly CertificateName[];
}

export type SignatureResult = Signed | Faulty;

const fault = (outcome: DocumentFault): Faulty => ({ outcome });
const weak = (algorithm: string): Faulty => ({ outcome: "document_signature_weak", algorithm });
const unsupported = (algorithm: string): Faulty => ({ outcome: "document_algorithm_unsupported", algorithm });

/**
 * Checks that EF.SOD has the digest of this data group 2, and that a trusted issuer signed it.
 * @param allowWeak whether SHA-1 and SHA-224 are accepted, wherever a document uses them
 */
export async function checkSignature(
  dg2: Uint8Array,
  sod: Uint8Array,
  findAnchors: FindAnchors,
  nowMs: number,
  { allowWeak = false }: { readonly allowWeak?: boolean } = {},
): Promise<SignatureResult> {
  const object = read(sod);
  if (!object) return fault("document_unreadable");
  const digests = readDigests(object.content);
  if (!digests) return fault("document_unreadable");
  if (digests.hash === undefined) return unsupported(nameOf(digests.algorithm));
  if (isWeak(digests.hash) && !allowWeak) return weak(nameOf(digests.algorithm));
  if (!digests.dg2?.equals(createHash(digests.hash).update(dg2).digest())) return fault("document_digest_mismatch");
  const wrong = signatureFault(object, allowWeak);
  if (wrong) return wrong;
  const issued = await issuerOf([object.certificate], findAnchors, nowMs, {
    allowWeak,
    documentType: "travel_document",
  });
  // A document signer's certificate is valid for longer than the documents that it signed (ICAO Doc 9303-12, 5.4).
  return issued.outcome === "issued"
    ? {
        outcome: "signed",
        anchor: issued.anchor,
        validUntil: issued.signer.validToDate,
        certificates: issued.certificates,
      }
    : issued;
}

function read(sod: Uint8Array): SecurityObject | undefined {
  const cms = contentAt(sod, 0x77);
  return (
    cms &&
    attempt(() => {
      const { contentType, content, signers, certificates } = readSignedData(cms);
      const [signer] = signers;
      if (!contentTypes.has(contentType) || !signer || signers.length > 1) return undefined;
      const certificate = certificates.find((one) => isOf(signer, one));
      return certificate && { contentType, content, signer, certificate };
    })
  );
}

/** Whether a certificate is the signer's: by issuer and serial number, or by key identifier. Malaysia reverses the parts of the issuer's name. */
function isOf({ id }: Signer, certificate: Uint8Array): boolean {
  const { issuer, serialNumber, keyId } = partsOf(certificate);
  if ("keyId" in id) return Buffer.from(id.keyId).toString("hex") === keyId;
  return namePartsOf(id.issuer) === namePartsOf(issuer) && Buffer.compare(id.serialNumber, serialNumber) === 0;
}

/** The parts of a name, regardless of their order. @throws EncodingError if the input is no name */
function namePartsOf(name: Uint8Array): string {
  const sets = elementsOf(readElement(name).content);
  if (sets.some(({ tag }) => tag !== tags.set)) throw new EncodingError("the name has an element that is not a SET");
  const parts = sets.flatMap(({ content }) => elementsOf(content));
  return parts
    .map(({ bytes }) => Buffer.from(bytes).toString("hex"))
    .toSorted()
    .join();
}

interface Digests {
  readonly algorithm: AlgorithmId;
  /** Undefined for a hash that is not supported. */
  readonly hash: string | undefined;
  readonly dg2: Buffer | undefined;
}

/** Reads an LDSSecurityObject (ICAO Doc 9303-10, 4.6.2.3): version, hash algorithm, a digest for each data group. */
function readDigests(content: Uint8Array): Digests | undefined {
  return attempt(() => {
    const object = fieldsOf(readElement(content));
    smallIntegerOf(object.take(tags.integer));
    const algorithm = algorithmIdOf(object.take(tags.sequence));
    const hash = hashOf(algorithm);
    for (const group of elementsOf(object.take(tags.sequence).content)) {
      const fields = fieldsOf(group);
      const number = smallIntegerOf(fields.take(tags.integer));
      const digest = octetsOf(fields.take(tags.octetString));
      if (number === 2) return { algorithm, hash, dg2: Buffer.from(digest) };
    }
    return { algorithm, hash, dg2: undefined };
  });
}

/** Why the signature over the digests is rejected, whoever the signer is; undefined if it is valid. */
function signatureFault(
  { contentType, content, signer, certificate }: SecurityObject,
  allowWeak: boolean,
): Faulty | undefined {
  const digest = hashOf(signer.digestAlgorithm);
  const algorithm = attempt(() => signatureAlgorithmOf(signer.signatureAlgorithm, digest));
  const key = attempt(() => readCertificate(certificate).publicKey);
  if (!key) return fault("document_unreadable");
  if (!digest) return unsupported(nameOf(signer.digestAlgorithm));
  if (!algorithm) return unsupported(nameOf(signer.signatureAlgorithm));
  if (!isKeyAllowed(key, algorithm)) return unsupported(nameOfKey(key));
  if (!allowWeak && isWeak(digest)) return weak(nameOf(signer.digestAlgorithm));
  if (!allowWeak && isWeak(algorithm.hash)) return weak(nameOf(signer.signatureAlgorithm));
  const isWhole = attempt(() => {
    const { signed, values } = signer.attributes ?? {};
    const [type, signedDigest] = [values?.get(contentTypeAttribute), values?.get(digestAttribute)];
    if (!signed || !type || !signedDigest || oidOf(type) !== contentType) return false;
    const contentDigest = createHash(digest).update(content).digest();
    return contentDigest.equals(octetsOf(signedDigest)) && isSignedBy(signed, signer.signature, key, algorithm);
  });
  return isWhole ? undefined : fault("document_signature_invalid");
}
