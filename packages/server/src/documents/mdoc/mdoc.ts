/** Mobile documents (ISO/IEC 18013-5): reads the portrait of a DeviceResponse, and checks who issued it and which device presents it. */
import { createHash, createPublicKey, type KeyObject, randomBytes, type X509Certificate } from "node:crypto";
import {
  cborDecode,
  type CoseKey,
  Curve,
  DeviceResponse,
  type Document,
  Header,
  type IssuerSignedItem,
  type MdocContext,
  SessionTranscript,
  type Sign1,
  SignatureAlgorithm,
} from "@owf/mdoc";
import { attempt, attemptLater } from "../attempt.ts";
import { type EcdsaAlgorithm, isEcdsaSignedBy, isFor } from "../certificates/algorithms.ts";
import { isPlainCbor } from "./cbor.ts";
import { isForSigning, readCertificate } from "../certificates/certificate.ts";
import { type FindAnchors, issuerOf } from "../certificates/chain.ts";
import type { DocumentType } from "../document.ts";
import type { DocumentFault } from "../fault.ts";
import { sessionOf } from "./session.ts";
import { presentationId, type PresentedPortrait } from "../presentations.ts";
import { type StatusReference, statusReferenceOf } from "../status/status-reference.ts";

/** By docType: the type of document, and the namespaces that may contain the portrait. */
const kinds = {
  "org.iso.18013.5.1.mDL": { type: "driving_license", namespaces: ["org.iso.18013.5.1"] },
  "eu.europa.ec.eudi.pid.1": { type: "person_identification", namespaces: ["eu.europa.ec.eudi.pid.1"] },
  // ISO/IEC TS 23220-4, annex C; the second namespace is that of its drafts.
  "org.iso.23220.photoid.1": { type: "photo_id", namespaces: ["org.iso.23220.1", "org.iso.23220.photoid.1"] },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const portraitElement = "portrait";

const [p256, p384, p521] = ["prime256v1", "secp384r1", "secp521r1"];

/** ISO/IEC 18013-5, 9.1.2.5 and 9.1.3.6, without EdDSA, and the same algorithms as RFC 9864 names them, one for each curve. */
const algorithms: ReadonlyMap<unknown, EcdsaAlgorithm> = new Map<unknown, EcdsaAlgorithm>([
  [SignatureAlgorithm.ES256, { hash: "sha256", curves: [p256, "brainpoolP256r1"] }],
  [SignatureAlgorithm.ES384, { hash: "sha384", curves: [p384, "brainpoolP320r1", "brainpoolP384r1"] }],
  [SignatureAlgorithm.ES512, { hash: "sha512", curves: [p521, "brainpoolP512r1"] }],
  [-9, { hash: "sha256", curves: [p256] }],
  [-51, { hash: "sha384", curves: [p384] }],
  [-52, { hash: "sha512", curves: [p521] }],
  [-265, { hash: "sha256", curves: ["brainpoolP256r1"] }],
  [-266, { hash: "sha384", curves: ["brainpoolP320r1"] }],
  [-267, { hash: "sha384", curves: ["brainpoolP384r1"] }],
  [-268, { hash: "sha512", curves: ["brainpoolP512r1"] }],
]);

/**
 * Extended key usage of the document signer of a driving license, if its certificate states any (ISO/IEC 18013-5, B.1.4). Signers of other documents
 * may have it, too.
 */
const licenseSigner = "1.0.18013.5.1.2";

/** Prefix of the extended key usages of servers, clients, mail and code (RFC 5280, 4.2.1.12). */
const webPurposes = "1.3.6.1.5.5.7.3.";

interface MdocPortrait extends PresentedPortrait {
  readonly type: Kind["type"];
}

export type MdocResult = MdocPortrait | { readonly outcome: DocumentFault | "transcript_unreadable" };

const fault = (outcome: DocumentFault) => ({ outcome });

/**
 * Reads the portrait of the first document that has one, if all of these are valid: the portrait's digest, the issuer's signature and certificate,
 * the dates, and the device's signature over this session.
 * @param transcript SessionTranscript as CBOR (9.1.5.1)
 */
export async function readMdoc(
  file: Uint8Array,
  transcript: Uint8Array,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<MdocResult> {
  const session = isPlainCbor(transcript) ? attempt(() => sessionOf(transcript)) : undefined;
  if (!session) return { outcome: "transcript_unreadable" };
  const documents = isPlainCbor(file) ? attempt(() => DeviceResponse.decode(file).documents ?? []) : undefined;
  if (!documents) return fault("document_unreadable");
  if (documents.length === 0) return fault("document_portrait_missing");
  const known = documents.filter(({ docType }) => kindOf(docType) !== undefined);
  if (known.length === 0) return fault("document_format_unsupported");
  const first = known.map(withPortrait).find((one) => one !== undefined);
  if (!first) return fault("document_portrait_missing");
  const { document, kind, namespace, item, portrait } = first;
  if (hasRepeatedItems(document)) return fault("document_unreadable");
  const issued = await check(document, { kind, namespace, item }, findAnchors, nowMs);
  if (issued.outcome !== "signed") return issued;
  const { deviceSignature } = document.deviceSigned.deviceAuth;
  if (!deviceSignature || algorithmOf(deviceSignature) === undefined) return fault("document_algorithm_unsupported");
  if (!(await attemptLater(() => isOfDevice(document, session)))) return fault("document_device_signature_invalid");
  // As the library encodes it, so that a session has only one id.
  const presentation = presentationId("mdoc", session.encode());
  return { ...issued, portrait, type: kind.type, presentation };
}

type BrowserVpRequest = Parameters<typeof SessionTranscript.forOid4VpDcApi>[0];
export type VpRequest = Parameters<typeof SessionTranscript.forOid4Vp>[0] | BrowserVpRequest;

interface PortraitItem {
  readonly kind: Kind;
  readonly namespace: string;
  readonly item: IssuerSignedItem;
}

function withPortrait(
  document: Document,
): (PortraitItem & { readonly document: Document; readonly portrait: Uint8Array }) | undefined {
  const kind = kindOf(document.docType);
  for (const namespace of kind?.namespaces ?? []) {
    const items = document.getIssuerNamespace(namespace);
    const item = items?.find(({ elementIdentifier }) => elementIdentifier === portraitElement);
    const portrait = item?.elementValue;
    if (kind && item && portrait instanceof Uint8Array && portrait.length > 0)
      return { document, kind, namespace, item, portrait };
  }
  return undefined;
}

/** Whether a namespace has two elements with one name or with one digest id: parsers differ in which of them counts. */
const hasRepeatedItems = ({ issuerSigned }: Document): boolean =>
  Array.from(issuerSigned.issuerNamespaces?.issuerNamespaces.values() ?? []).some((items) =>
    [items.map(({ elementIdentifier }) => elementIdentifier), items.map(({ digestId }) => digestId)].some(
      (names) => new Set<unknown>(names).size < names.length,
    ),
  );

/** The SessionTranscript of an OpenID4VP 1.0 request, as CBOR: by a link (B.2.6.1) or by a browser (B.2.6.2). */
export async function transcriptOf(request: VpRequest): Promise<Uint8Array> {
  const transcript =
    "origin" in request
      ? await SessionTranscript.forOid4VpDcApi(request, context)
      : await SessionTranscript.forOid4Vp(request, context);
  return transcript.encode();
}

/** The document type of a docType; undefined if it is not supported. */
export const typeOfDocument = (docType: string): DocumentType | undefined => kindOf(docType)?.type;

const kindOf = (docType: string): Kind | undefined => new Map<string, Kind>(Object.entries(kinds)).get(docType);

/** Checks what the issuer signed: the portrait's digest, the type of document, the dates, and the signer's certificate. */
async function check(
  { docType, issuerSigned: { issuerAuth } }: Document,
  { kind, namespace, item }: PortraitItem,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<Omit<MdocPortrait, "portrait" | "type" | "presentation"> | { readonly outcome: DocumentFault }> {
  const signed = attempt(() => issuerAuth.mobileSecurityObject);
  const status = attempt(() => ({ reference: statusOf(issuerAuth) }));
  const chain = attempt(() => issuerAuth.certificateChain) ?? [];
  const signer = attempt(() => readCertificate(chain[0] ?? new Uint8Array()));
  if (!signed || !status || !signer) return fault("document_unreadable");
  if (!isAllowed(issuerAuth, signer.publicKey)) return fault("document_algorithm_unsupported");
  const isWhole = await attemptLater(() => item.isValid(namespace, issuerAuth, context));
  if (!isWhole) return fault("document_digest_mismatch");
  if (
    !attempt(() => isCoseSigned(issuerAuth, signer.publicKey)) ||
    signed.docType !== docType ||
    !isSignerOf(kind, signer)
  ) {
    return fault("document_signature_invalid");
  }
  const issued = await issuerOf(chain, findAnchors, nowMs, { documentType: kind.type });
  if (issued.outcome !== "issued") return issued;
  const { validFrom, validUntil, signed: signedAt } = signed.validityInfo;
  if (nowMs < validFrom.getTime()) return fault("document_not_yet_valid");
  if (nowMs > validUntil.getTime()) return fault("document_expired");
  if (signedAt < signer.validFromDate || signedAt > signer.validToDate) return fault("document_signature_invalid");
  const { anchor, certificates } = issued;
  return { outcome: "signed", anchor, validUntil, status: status.reference, certificates };
}

/** Read from the payload: the library's security object omits it. */
function statusOf({ payload }: Sign1): StatusReference | undefined {
  const object: unknown = payload && cborDecode(payload);
  return object instanceof Map ? statusReferenceOf(object.get("status")) : undefined;
}

/** Whether a certificate may sign documents of this kind. If it states no extended key usage, it may sign all that its authority is trusted for. */
function isSignerOf({ type }: Kind, { raw, keyUsage }: X509Certificate): boolean {
  if (!attempt(() => isForSigning(raw))) return false;
  // `keyUsage` is Node's name for the extended key usages.
  if (!keyUsage?.length || keyUsage.includes(licenseSigner)) return true;
  return type !== "driving_license" && keyUsage.some((purpose) => !purpose.startsWith(webPurposes));
}

/** Whether the device to which the issuer bound the document signed this session, and not another verifier's or an earlier one. */
async function isOfDevice(document: Document, sessionTranscript: SessionTranscript): Promise<boolean> {
  let isSigned = false;
  let isWrong = false;
  await document.deviceSigned.deviceAuth.verify(
    {
      document,
      sessionTranscript,
      verificationCallback: ({ status }) => {
        if (status === "PASSED") isSigned = true;
        else isWrong = true;
      },
    },
    context,
  );
  return isSigned && !isWrong;
}

const algorithmOf = (sign1: Sign1): EcdsaAlgorithm | undefined =>
  // Read from the protected headers only: the others are not signed.
  algorithms.get(sign1.protectedHeaders.headers.get(Header.Algorithm));

function isAllowed(sign1: Sign1, key: KeyObject): boolean {
  const algorithm = algorithmOf(sign1);
  return algorithm !== undefined && isFor(algorithm, key);
}

export function isCoseSigned(sign1: Sign1, key: KeyObject): boolean {
  const algorithm = algorithmOf(sign1);
  return algorithm !== undefined && isEcdsaSignedBy(algorithm, sign1.toBeSigned, sign1.signature, key);
}

const curveNames: ReadonlyMap<unknown, string> = new Map([
  [Curve["P-256"], "P-256"],
  [Curve["P-384"], "P-384"],
  [Curve["P-521"], "P-521"],
]);

const textOf = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString("base64url");

/** @throws if it is not a point on a supported curve */
function keyOf({ curve, x, y }: CoseKey): KeyObject {
  return createPublicKey({
    format: "jwk",
    key: { kty: "EC", crv: curveNames.get(curve) ?? "", x: textOf(x), y: textOf(y) },
  });
}

/** Not a class that parsers throw, so that attempt.ts records it as a fault. */
class NotImplemented extends Error {}

const unused = () => {
  throw new NotImplemented("not part of reading a document");
};

/**
 * The functions that the library leaves to the platform, as far as they are used here. The library catches what a check throws and reports the check
 * as failed.
 */
const context: MdocContext = {
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }) => createHash(digestAlgorithm.replace("-", "")).update(bytes).digest(),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: { sign: unused, verify: ({ sign1, key }) => isCoseSigned(sign1, keyOf(key)) },
    mac0: { sign: unused, verify: unused },
  },
  x509: {
    getIssuerNameField: unused,
    getPublicKey: unused,
    verifyCertificateChain: unused,
    getCertificateData: unused,
  },
};
