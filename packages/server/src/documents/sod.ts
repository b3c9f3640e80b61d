/** Passive authentication (ICAO Doc 9303-11, 5.1): that the portrait is the one that a trusted issuer signed. */
import { createHash, X509Certificate } from "node:crypto";
import { fromBER, type Integer, type ObjectIdentifier, OctetString, Sequence } from "asn1js";
import {
  AlgorithmIdentifier,
  type Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from "pkijs";
import { attempt } from "./attempt.ts";
import { hashOf, isKeyAllowed, isSignedBy, signatureAlgorithmOf } from "./algorithms.ts";
import { hashOfName, hexOf, namesOf } from "./certificate.ts";
import { type FindAnchors, issuerOf } from "./chain.ts";
import type { DocumentFault } from "./fault.ts";
import { contentAt } from "./tlv.ts";

const signedDataType = "1.2.840.113549.1.7.2";
const ldsSecurityObject = "2.23.136.1.1.1";
const contentTypeAttribute = "1.2.840.113549.1.9.3";
const digestAttribute = "1.2.840.113549.1.9.4";

/** EF.SOD, taken apart. */
interface SecurityObject {
  readonly content: Uint8Array;
  readonly signer: SignerInfo;
  /** The document signer. */
  readonly certificate: Certificate;
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
  const issued = await issuerOf([derOf(object.certificate)], findAnchors, nowMs);
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
      const info = ContentInfo.fromBER(cms.slice());
      if (info.contentType !== signedDataType) return undefined;
      const { encapContentInfo, signerInfos, certificates = [] } = new SignedData({ schema: info.content });
      const [signer] = signerInfos;
      const content = encapContentInfo.eContent?.getValue();
      if (encapContentInfo.eContentType !== ldsSecurityObject || !content || !signer || signerInfos.length > 1)
        return undefined;
      const certificate = certificates.find((one): one is Certificate => "tbsView" in one && isOf(signer, one));
      return certificate && { content: new Uint8Array(content), signer, certificate };
    })
  );
}

/** Whether a certificate is the signer's: by issuer and number, or by its key's identifier. */
function isOf({ sid }: SignerInfo, certificate: Certificate): boolean {
  if (sid instanceof IssuerAndSerialNumber) {
    return (
      hashOfName(sid.issuer) === hashOfName(certificate.issuer) && sid.serialNumber.isEqual(certificate.serialNumber)
    );
  }
  return sid instanceof OctetString && hexOf(sid) === namesOf(derOf(certificate)).keyId;
}

const derOf = (certificate: Certificate): Buffer => Buffer.from(certificate.toSchema().toBER());

interface Digests {
  /** Undefined for one that is not on the list. */
  readonly hash: string | undefined;
  readonly dg2: Buffer | undefined;
}

/** LDSSecurityObject (ICAO Doc 9303-10, 4.6.2.3): version, hash algorithm, a digest for each data group. */
function readDigests(content: Uint8Array): Digests | undefined {
  return attempt(() => {
    const { result } = fromBER(content.slice());
    if (!(result instanceof Sequence)) return undefined;
    const [, algorithm, groups] = result.valueBlock.value;
    if (!(groups instanceof Sequence)) return undefined;
    const hash = hashOf(new AlgorithmIdentifier({ schema: algorithm }));
    const group = groups.valueBlock.value.find(
      (one) => one instanceof Sequence && (one.valueBlock.value[0] as Integer).valueBlock.valueDec === 2,
    ) as Sequence | undefined;
    const digest = group?.valueBlock.value[1];
    return { hash, dg2: digest instanceof OctetString ? Buffer.from(digest.getValue()) : undefined };
  });
}

/** What is wrong with the signature over the digests, for any signer. */
function signatureFault({
  content,
  signer,
  certificate,
}: SecurityObject): { readonly outcome: DocumentFault } | undefined {
  const digest = hashOf(signer.digestAlgorithm);
  const algorithm = attempt(() => signatureAlgorithmOf(signer.signatureAlgorithm, digest));
  const key = attempt(() => new X509Certificate(derOf(certificate)).publicKey);
  if (!key) return fault("document_unreadable");
  if (!digest || !algorithm || !isKeyAllowed(key, algorithm)) return fault("document_algorithm_unsupported");
  const attributes = signer.signedAttrs;
  const valueOf = (type: string) => attributes?.attributes.find((one) => one.type === type)?.values[0] as unknown;
  const signedDigest = valueOf(digestAttribute);
  const isWhole =
    attributes !== undefined &&
    (valueOf(contentTypeAttribute) as ObjectIdentifier | undefined)?.getValue() === ldsSecurityObject &&
    signedDigest instanceof OctetString &&
    createHash(digest).update(content).digest().equals(Buffer.from(signedDigest.getValue())) &&
    isSignedBy(new Uint8Array(attributes.encodedValue), new Uint8Array(signer.signature.getValue()), key, algorithm);
  return isWhole ? undefined : fault("document_signature_invalid");
}
