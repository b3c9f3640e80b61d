/** Credentials as SD-JWT VC (RFC 9901, draft-ietf-oauth-sd-jwt-vc): reads the portrait of a PID, and checks its issuer and its holder. */
import { createHash, createPublicKey, type JsonWebKey, type KeyObject, type X509Certificate } from "node:crypto";
import { type SDJwt, SDJwtInstance } from "@sd-jwt/core";
import { decodeBase64Image } from "@selfsame/photo/images/base64";
import { attempt, attemptLater } from "../attempt.ts";
import { EncodingError } from "../certificates/ber.ts";
import { budgets } from "../budgets.ts";
import { isForSigning, readCertificate } from "../certificates/certificate.ts";
import { type FindAnchors, issuerOf } from "../certificates/chain.ts";
import { disclosuresFault } from "./disclosures.ts";
import type { DocumentFault } from "../fault.ts";
import { isJoseAllowed, isJoseSigned } from "./jose.ts";
import { isModestJson } from "./json-scan.ts";
import { presentationId, type PresentedPortrait } from "../presentations.ts";
import { statusReferenceOf } from "../status/status-reference.ts";

/** Types of a PID (ARF, PID rulebook): the current name, with the code of a country or region (ISO 3166) for national types, and the earlier name. */
const pidTypes = /^urn:(?:eudi:pid:(?:[a-z]{2}(?:-[a-z\d]{1,3})?:)?1|eu\.europa\.ec\.eudi:pid:1)$/;
const mediaTypes: ReadonlySet<unknown> = new Set(["dc+sd-jwt", "vc+sd-jwt"]);
/** The rulebook's names of the portrait, the newer one first. */
const portraitClaims = ["picture", "portrait"] as const;

const digests: ReadonlyMap<unknown, string> = new Map([
  ["sha-256", "sha256"],
  ["sha-384", "sha384"],
  ["sha-512", "sha512"],
]);

/** Maximum age of a wallet's signature: a wallet signs in response to the request. */
const ageMaxMs = 60 * 60_000;
const skewMs = 60_000;

export type CredentialResult = PresentedPortrait | { readonly outcome: DocumentFault };

const fault = (outcome: DocumentFault): { readonly outcome: DocumentFault } => ({ outcome });

interface Asked {
  readonly nonce: string;
  readonly audience: string;
}

type Claims = Readonly<Record<string, unknown>>;

interface Parsed {
  readonly text: string;
  readonly sdJwt: SDJwt;
  readonly header: Claims;
  readonly payload: Claims;
  readonly chain: readonly Buffer[];
  readonly signer: X509Certificate;
}

/** Reads the portrait of a PID, if the issuer's signature and certificate, the dates, and the wallet's signature for this request are valid. */
export async function readSdJwtVc(
  file: Uint8Array,
  asked: Asked,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<CredentialResult> {
  const parsed = await attemptLater(() => parse(Buffer.from(file).toString("latin1")));
  if (!parsed) return fault("document_unreadable");
  const { header, payload, chain, signer } = parsed;
  if (!mediaTypes.has(header["typ"]) || !isPid(payload["vct"])) {
    return fault("document_format_unsupported");
  }
  const digest = digests.get(payload["_sd_alg"] ?? "sha-256");
  if (digest === undefined || !isJoseAllowed(header["alg"], signer.publicKey))
    return fault("document_algorithm_unsupported");
  if (!attempt(() => isForSigning(signer.raw))) return fault("document_signature_invalid");
  const issued = await issuerOf(chain, findAnchors, nowMs, { documentType: "person_identification" });
  if (issued.outcome !== "issued") return issued;
  const status = attempt(() => ({ reference: statusReferenceOf(payload["status"]) }));
  if (!status) return fault("document_unreadable");
  const wrongDate = datesFault(payload, nowMs);
  if (wrongDate) return fault(wrongDate);
  // Only after the issuer is trusted, so that no disclosure of an untrusted issuer is unpacked.
  const claims = await attemptLater(() => signedClaims(parsed, nowMs));
  if (!claims) return fault("document_signature_invalid");
  const wrongDisclosure = disclosuresFault(payload, parsed.sdJwt.disclosures ?? [], digest);
  if (wrongDisclosure) return fault(wrongDisclosure);
  const claim = portraitClaims.find((name) => typeof claims[name] === "string");
  if (claim === undefined) return fault("document_portrait_missing");
  const portrait = await portraitOf(claims[claim] as string);
  if (!portrait) return fault("document_portrait_missing");
  const wrongHolder = await holderFault(parsed, asked, nowMs);
  if (wrongHolder) return fault(wrongHolder);
  const { exp } = payload;
  const validUntil = typeof exp === "number" ? new Date(exp * 1000) : signer.validToDate;
  const presentation = presentationId("sd_jwt_vc", asked.audience, asked.nonce);
  const { anchor, certificates } = issued;
  return { outcome: "signed", portrait, anchor, validUntil, presentation, status: status.reference, certificates };
}

const hasher = (data: string | ArrayBuffer, algorithm: string): Uint8Array => {
  const bytes = typeof data === "string" ? Buffer.from(data) : new Uint8Array(data);
  return createHash(digests.get(algorithm) ?? "")
    .update(bytes)
    .digest();
};

/** Whether a text is no larger than credentials are: the parser's time grows with the square of the disclosures, and it recurses into values. */
function isModest(text: string): boolean {
  const parts = text.split("~", budgets.disclosures + 3);
  // The credential, the disclosures and the signature of the wallet.
  if (parts.length > budgets.disclosures + 2) return false;
  const encoded = parts.flatMap((part) => part.split(".", 4));
  return isModestJson(encoded.map((part) => Buffer.from(part, "base64url").toString("latin1")));
}

/** @throws if the text is no SD-JWT with the certificate of its issuer */
async function parse(text: string): Promise<Parsed> {
  if (!isModest(text)) throw new EncodingError("the SD-JWT has more parts or elements than the budget allows");
  const sdJwt = await new SDJwtInstance({ hasher }).decode(text.trim());
  const { header, payload } = sdJwt.jwt ?? {};
  const x5c = header?.["x5c"];
  if (!header || !payload || !Array.isArray(x5c) || x5c.length > budgets.chain)
    throw new EncodingError("the SD-JWT has no x5c header, or a chain that is longer than the budget allows");
  const chain = x5c.map((one) => Buffer.from(String(one), "base64"));
  return { text: text.trim(), sdJwt, header, payload, chain, signer: readCertificate(chain[0] ?? "") };
}

const isPid = (type: unknown): boolean => typeof type === "string" && pidTypes.test(type);

/** @returns unreadable for dates that are not numbers (RFC 7519, 2): one parser takes them as no expiry, another as expired */
function datesFault({ exp, nbf, iat }: Claims, nowMs: number): DocumentFault | undefined {
  const dates = [exp, nbf, iat].filter((date) => date !== undefined);
  if (!dates.every((date) => typeof date === "number" && Number.isFinite(date))) return "document_unreadable";
  const from = [nbf, iat].filter((seconds) => typeof seconds === "number");
  if (from.some((seconds) => nowMs + skewMs < seconds * 1000)) return "document_not_yet_valid";
  return typeof exp === "number" && nowMs > exp * 1000 ? "document_expired" : undefined;
}

/** The claims that the issuer signed, including those that the wallet disclosed. @throws if the signature is not valid */
async function signedClaims({ text, header, signer }: Parsed, nowMs: number): Promise<Claims> {
  const instance = new SDJwtInstance({
    hasher,
    verifier: (data, signature) => isJoseSigned(data, signature, header["alg"], signer.publicKey),
  });
  const { payload } = await instance.validate(text, times(nowMs));
  return payload as Claims;
}

const times = (nowMs: number) => ({ currentDate: Math.floor(nowMs / 1000), skewSeconds: skewMs / 1000 });

/** Reads an image in the text itself; an address is never fetched. */
async function portraitOf(claim: string): Promise<Uint8Array | undefined> {
  const bytes = await decodeBase64Image(claim);
  return bytes?.length ? bytes : undefined;
}

/** Why the wallet's own signature (RFC 9901, 7.3), over this request and by the credential's key, is rejected; undefined if it is valid. */
async function holderFault(
  { text, sdJwt, header, payload, signer }: Parsed,
  { nonce, audience }: Asked,
  nowMs: number,
): Promise<DocumentFault | undefined> {
  const invalid = "document_device_signature_invalid";
  const kb = sdJwt.kbJwt;
  const key = attempt(() => holderKey(payload));
  if (!kb?.payload || !key) return invalid;
  if (!isJoseAllowed(kb.header?.alg, key)) return "document_algorithm_unsupported";
  if (datesFault(kb.payload, nowMs)) return invalid;
  const instance = new SDJwtInstance({
    hasher,
    verifier: (data, signature) => isJoseSigned(data, signature, header["alg"], signer.publicKey),
    kbVerifier: (data, signature) => isJoseSigned(data, signature, kb.header?.alg, key),
  });
  const isBound = await attemptLater(() => instance.verify(text, { ...times(nowMs), keyBindingNonce: nonce }));
  if (!isBound) return invalid;
  if (kb.payload.aud !== audience) return "document_audience_mismatch";
  const ageMs = nowMs - kb.payload.iat * 1000;
  return ageMs > -skewMs && ageMs < ageMaxMs ? undefined : invalid;
}

/** The holder's key, taken from what the issuer signed, never from a disclosure. @throws if the credential is not bound to a supported key */
function holderKey({ cnf }: Claims): KeyObject {
  const { jwk } = cnf as { readonly jwk: JsonWebKey };
  const { kty, crv, x, y } = jwk;
  return createPublicKey({ format: "jwk", key: { kty, crv, x, y } as JsonWebKey });
}
