/** Mobile documents (ISO/IEC 18013-5): the portrait of a DeviceResponse, and what proves whose it is. */
import { createHash, createPublicKey, type KeyObject, randomBytes, type X509Certificate } from "node:crypto";
import {
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
import { attempt, attemptLater } from "./attempt.ts";
import { isCurveAllowed, isEcdsaSignedBy } from "./algorithms.ts";
import { isPlainCbor } from "./cbor.ts";
import { readCertificate } from "./certificate.ts";
import { type FindAnchors, issuerOf } from "./chain.ts";
import type { DocumentFault } from "./fault.ts";
import { presentationId } from "./presentations.ts";

/** By docType: where the portrait is. */
const kinds = {
  "org.iso.18013.5.1.mDL": { type: "driving_license", namespace: "org.iso.18013.5.1" },
  "eu.europa.ec.eudi.pid.1": { type: "person_identification", namespace: "eu.europa.ec.eudi.pid.1" },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const portraitElement = "portrait";

/** ISO/IEC 18013-5, 9.1.2.5 and 9.1.3.6, without EdDSA. */
const hashes: ReadonlyMap<unknown, string> = new Map([
  [SignatureAlgorithm.ES256, "sha256"],
  [SignatureAlgorithm.ES384, "sha384"],
  [SignatureAlgorithm.ES512, "sha512"],
]);

/** Of the document signer of a driving license, where its certificate says what it is for (ISO/IEC 18013-5, B.1.4). */
const licenseSigner = "1.0.18013.5.1.2";

interface MdocPortrait {
  readonly outcome: "signed";
  readonly portrait: Uint8Array;
  readonly type: Kind["type"];
  readonly anchor: X509Certificate;
  readonly validUntil: Date;
  /** Of the session that it was made for: see presentations.ts. */
  readonly presentation: string;
}

export type MdocResult = MdocPortrait | { readonly outcome: DocumentFault | "transcript_unreadable" };

const fault = (outcome: DocumentFault) => ({ outcome });

/**
 * The portrait of the first document that has one, where all of it holds: its digest, the issuer's signature and certificate, its dates, and
 * the device's signature over this session.
 * @param transcript SessionTranscript as CBOR (9.1.5.1)
 */
export async function readMdoc(
  file: Uint8Array,
  transcript: Uint8Array,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<MdocResult> {
  const session = isPlainCbor(transcript) ? attempt(() => SessionTranscript.decode(transcript)) : undefined;
  if (!session) return { outcome: "transcript_unreadable" };
  const documents = isPlainCbor(file) ? attempt(() => DeviceResponse.decode(file).documents ?? []) : undefined;
  if (!documents) return fault("document_unreadable");
  if (documents.length === 0) return fault("document_portrait_missing");
  const known = documents.filter(({ docType }) => kindOf(docType) !== undefined);
  if (known.length === 0) return fault("document_format_unsupported");
  const first = known.map(withPortrait).find((one) => one !== undefined);
  if (!first) return fault("document_portrait_missing");
  const { document, kind, item, portrait } = first;
  const issued = await check(document, kind, item, findAnchors, nowMs);
  if (issued.outcome !== "signed") return issued;
  const { deviceSignature } = document.deviceSigned.deviceAuth;
  if (!deviceSignature || algorithmOf(deviceSignature) === undefined) return fault("document_algorithm_unsupported");
  if (!(await attemptLater(() => isOfDevice(document, session)))) return fault("document_device_signature_invalid");
  // As the library writes it, so that one session has one name.
  const presentation = presentationId("mdoc", session.encode());
  return { ...issued, portrait, type: kind.type, presentation };
}

export type VpRequest = Parameters<typeof SessionTranscript.forOid4Vp>[0];

function withPortrait(document: Document) {
  const kind = kindOf(document.docType);
  const items = kind && document.getIssuerNamespace(kind.namespace);
  const item = items?.find(({ elementIdentifier }) => elementIdentifier === portraitElement);
  const portrait = item?.elementValue;
  return kind && item && portrait instanceof Uint8Array && portrait.length > 0
    ? { document, kind, item, portrait }
    : undefined;
}

/** The SessionTranscript of a request by OpenID4VP 1.0 (B.2.6.1), as CBOR. */
export const transcriptOf = async (request: VpRequest): Promise<Uint8Array> =>
  (await SessionTranscript.forOid4Vp(request, context)).encode();

const kindOf = (docType: string): Kind | undefined => new Map<string, Kind>(Object.entries(kinds)).get(docType);

/** What the issuer signed: the portrait's digest, for this type of document, until when, and by whom. */
async function check(
  { docType, issuerSigned: { issuerAuth } }: Document,
  kind: Kind,
  item: IssuerSignedItem,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<Omit<MdocPortrait, "portrait" | "type" | "presentation"> | { readonly outcome: DocumentFault }> {
  const signed = attempt(() => issuerAuth.mobileSecurityObject);
  const chain = attempt(() => issuerAuth.certificateChain) ?? [];
  const signer = attempt(() => readCertificate(chain[0] ?? new Uint8Array()));
  if (!signed || !signer) return fault("document_unreadable");
  if (!isAllowed(issuerAuth, signer.publicKey)) return fault("document_algorithm_unsupported");
  const isWhole = await attemptLater(() => item.isValid(kind.namespace, issuerAuth, context));
  if (!isWhole) return fault("document_digest_mismatch");
  if (!attempt(() => isSignedBy(issuerAuth, signer.publicKey)) || signed.docType !== docType || !isFor(kind, signer)) {
    return fault("document_signature_invalid");
  }
  const issued = await issuerOf(chain, findAnchors, nowMs);
  if (issued.outcome !== "issued") return issued;
  const { validFrom, validUntil, signed: signedAt } = signed.validityInfo;
  if (nowMs < validFrom.getTime()) return fault("document_not_yet_valid");
  if (nowMs > validUntil.getTime()) return fault("document_expired");
  if (signedAt < signer.validFromDate || signedAt > signer.validToDate) return fault("document_signature_invalid");
  return { outcome: "signed", anchor: issued.anchor, validUntil };
}

const isFor = ({ type }: Kind, { keyUsage }: X509Certificate): boolean =>
  // Node's name for the extended ones. A certificate that does not say is for whatever its authority is.
  type !== "driving_license" || !keyUsage?.length || keyUsage.includes(licenseSigner);

/** Whether the device that the issuer bound the document to signed this session: neither another verifier's nor an earlier one. */
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

const algorithmOf = (sign1: Sign1): string | undefined =>
  // Of the protected headers alone: the others are not signed.
  hashes.get(sign1.protectedHeaders.headers.get(Header.Algorithm));

const isAllowed = (sign1: Sign1, key: KeyObject): boolean => algorithmOf(sign1) !== undefined && isCurveAllowed(key);

function isSignedBy(sign1: Sign1, key: KeyObject): boolean {
  const hash = algorithmOf(sign1);
  return hash !== undefined && isEcdsaSignedBy(hash, sign1.toBeSigned, sign1.signature, key);
}

const curveNames: ReadonlyMap<unknown, string> = new Map([
  [Curve["P-256"], "P-256"],
  [Curve["P-384"], "P-384"],
  [Curve["P-521"], "P-521"],
]);

const textOf = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString("base64url");

/** @throws of one that is no point of a curve of ours */
function keyOf({ curve, x, y }: CoseKey): KeyObject {
  return createPublicKey({
    format: "jwk",
    key: { kty: "EC", crv: curveNames.get(curve) ?? "", x: textOf(x), y: textOf(y) },
  });
}

/** Of another class than what parsers throw: attempt.ts. */
class NotImplemented extends Error {}

const unused = () => {
  throw new NotImplemented("not part of reading a document");
};

/** What the library leaves to the platform, as far as it is used here. It catches what is thrown by a check and reports it as failed. */
const context: MdocContext = {
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }) => createHash(digestAlgorithm.replace("-", "")).update(bytes).digest(),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: { sign: unused, verify: ({ sign1, key }) => isSignedBy(sign1, keyOf(key)) },
    mac0: { sign: unused, verify: unused },
  },
  x509: {
    getIssuerNameField: unused,
    getPublicKey: unused,
    verifyCertificateChain: unused,
    getCertificateData: unused,
  },
};
