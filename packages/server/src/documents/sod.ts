/** Passive authentication (ICAO Doc 9303-11, 5.1): that the portrait is the one that a trusted issuer signed. */
import { createHash, type X509Certificate } from "node:crypto";
import { attempt } from "./attempt.ts";
import { algorithmIdOf, hashOf, isKeyAllowed, isSignedBy, signatureAlgorithmOf } from "./algorithms.ts";
import { elementsOf, EncodingError, fieldsOf, oidOf, octetsOf, readElement, smallIntegerOf, tags } from "./ber.ts";
import { partsOf, readCertificate } from "./certificate.ts";
import { type FindAnchors, issuerOf } from "./chain.ts";
import { readSignedData, type Signer } from "./cms.ts";
import type { DocumentFault } from "./fault.ts";
import { contentAt } from "./tlv.ts";

/** Of an LDSSecurityObject, and what some countries have written in its place. */
const contentTypes: ReadonlySet<string> = new Set([
  "2.23.136.1.1.1",
  // id-data: China.
  "1.2.840.113549.1.7.1",
  // Before the ICAO had one of its own: Belgium, France; the Netherlands.
  "1.3.27.1.1.1",
  "1.2.528.1.1006.1.20.1",
]);
const contentTypeAttribute = "1.2.840.113549.1.9.3";
const digestAttribute = "1.2.840.113549.1.9.4";

/** EF.SOD, taken apart. */
interface SecurityObject {
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly signer: Signer;
  /** The document signer's, as it is encoded. */
  readonly certificate: Uint8Array;
}

interface Signed {
  readonly outcome: "signed";
  readonly anchor: X509Certificate;
  readonly validUntil: Date;
}

export type SignatureResult = Signed | { readonly outcome: DocumentFault };

const fault = (outcome: DocumentFault): { readonly outcome: DocumentFault } => ({ outcome });

/** Whether EF.SOD says that this is the data group 2 of a document whose issuer is trusted. */
export async function checkSignature(
  dg2: Uint8Array,
  sod: Uint8Array,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<SignatureResult> {
  const object = read(sod);
  if (!object) return fault("document_unreadable");
  const digests = readDigests(object.content);
  if (!digests) return fault("document_unreadable");
  if (digests.hash === undefined) return fault("document_algorithm_unsupported");
  if (!digests.dg2?.equals(createHash(digests.hash).update(dg2).digest())) return fault("document_digest_mismatch");
  const wrong = signatureFault(object);
  if (wrong) return wrong;
  const issued = await issuerOf([object.certificate], findAnchors, nowMs);
  // A document signer's certificate outlives the documents that it signed (ICAO Doc 9303-12, 5.4).
  return issued.outcome === "issued"
    ? { outcome: "signed", anchor: issued.anchor, validUntil: issued.signer.validToDate }
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

/** Whether a certificate is the signer's: by issuer and number, or by its key's identifier. Malaysia turns the parts of the name around. */
function isOf({ id }: Signer, certificate: Uint8Array): boolean {
  const { issuer, serialNumber, keyId } = partsOf(certificate);
  if ("keyId" in id) return Buffer.from(id.keyId).toString("hex") === keyId;
  return namePartsOf(id.issuer) === namePartsOf(issuer) && Buffer.compare(id.serialNumber, serialNumber) === 0;
}

/** What a name consists of, in whatever order. @throws EncodingError of what is no name */
function namePartsOf(name: Uint8Array): string {
  const sets = elementsOf(readElement(name).content);
  if (sets.some(({ tag }) => tag !== tags.set)) throw new EncodingError("no name");
  const parts = sets.flatMap(({ content }) => elementsOf(content));
  return parts
    .map(({ bytes }) => Buffer.from(bytes).toString("hex"))
    .toSorted()
    .join();
}

interface Digests {
  /** Undefined for one that is not on the list. */
  readonly hash: string | undefined;
  readonly dg2: Buffer | undefined;
}

/** LDSSecurityObject (ICAO Doc 9303-10, 4.6.2.3): version, hash algorithm, a digest for each data group. */
function readDigests(content: Uint8Array): Digests | undefined {
  return attempt(() => {
    const object = fieldsOf(readElement(content));
    smallIntegerOf(object.take(tags.integer));
    const hash = hashOf(algorithmIdOf(object.take(tags.sequence)));
    for (const group of elementsOf(object.take(tags.sequence).content)) {
      const fields = fieldsOf(group);
      const number = smallIntegerOf(fields.take(tags.integer));
      const digest = octetsOf(fields.take(tags.octetString));
      if (number === 2) return { hash, dg2: Buffer.from(digest) };
    }
    return { hash, dg2: undefined };
  });
}

/** What is wrong with the signature over the digests, for any signer. */
function signatureFault({
  contentType,
  content,
  signer,
  certificate,
}: SecurityObject): { readonly outcome: DocumentFault } | undefined {
  const digest = hashOf(signer.digestAlgorithm);
  const algorithm = attempt(() => signatureAlgorithmOf(signer.signatureAlgorithm, digest));
  const key = attempt(() => readCertificate(certificate).publicKey);
  if (!key) return fault("document_unreadable");
  if (!digest || !algorithm || !isKeyAllowed(key, algorithm)) return fault("document_algorithm_unsupported");
  const isWhole = attempt(() => {
    const { signed, values } = signer.attributes ?? {};
    const [type, signedDigest] = [values?.get(contentTypeAttribute), values?.get(digestAttribute)];
    if (!signed || !type || !signedDigest || oidOf(type) !== contentType) return false;
    const contentDigest = createHash(digest).update(content).digest();
    return contentDigest.equals(octetsOf(signedDigest)) && isSignedBy(signed, signer.signature, key, algorithm);
  });
  return isWhole ? undefined : fault("document_signature_invalid");
}
