/** Lists of authorities that their provider signs: VICALs for driving licenses, and lists of the EU's PID providers. */
import type { KeyObject, X509Certificate } from "node:crypto";
import { cborDecode, Sign1 } from "@owf/mdoc";
import { attempt } from "../attempt.ts";
import { budgets } from "../budgets.ts";
import { EncodingError } from "../certificates/ber.ts";
import { readCertificate } from "../certificates/certificate.ts";
import { issuerOf } from "../certificates/chain.ts";
import type { DocumentType } from "../document.ts";
import { isCoseSigned, typeOfDocument } from "../mdoc/mdoc.ts";
import { isJoseAllowed, isJoseSigned } from "../sd-jwt/jose.ts";
import { isModestJson, objectOf } from "../sd-jwt/json-scan.ts";
import type { Certificates } from "./anchor-file.ts";
import { type AnchorUse, pidStatus } from "./uses.ts";

export interface SignedList {
  readonly kind: "vical" | "pid_providers";
  /** When the provider issued the list. */
  readonly issuedAtMs: number;
  /** When the provider will issue the next list at the latest; undefined if the list does not say. */
  readonly nextAtMs: number | undefined;
  /** DER, the signer first; empty if the list contains no certificates of its signer. */
  readonly chain: readonly Uint8Array[];
  isSignedWith(key: KeyObject): boolean;
}

/** @throws EncodingError */
function timeOf(value: unknown): number {
  const ms = value instanceof Date ? value.getTime() : Date.parse(typeof value === "string" ? value : "");
  if (!Number.isFinite(ms)) throw new EncodingError("the time is not a date");
  return ms;
}

/** Reads a VICAL (ISO/IEC 18013-5, C.1.7). @throws EncodingError if the file is none */
export function readVical(file: Uint8Array): Certificates {
  const sign1 = Sign1.decode(file);
  const list: unknown = sign1.payload && cborDecode(sign1.payload);
  const infos: unknown = list instanceof Map ? list.get("certificateInfos") : undefined;
  if (!(list instanceof Map) || !Array.isArray(infos) || infos.length > budgets.certificatesInFile)
    throw new EncodingError("the VICAL has no certificateInfos, or more of them than the budget allows");
  const next: unknown = list.get("nextUpdate");
  return {
    entries: infos.map((info: unknown) => {
      const [der, types]: readonly unknown[] =
        info instanceof Map ? [info.get("certificate"), info.get("docType")] : [];
      return { der: der instanceof Uint8Array ? der : "", documentTypes: typesOf(types) };
    }),
    list: {
      kind: "vical",
      issuedAtMs: timeOf(list.get("date")),
      nextAtMs: next === undefined ? undefined : timeOf(next),
      chain: attempt(() => sign1.certificateChain) ?? [],
      isSignedWith: (key) => isCoseSigned(sign1, key),
    },
  };
}

/** Document types of an authority in a VICAL, without those that this service does not read. An authority left with none is not used. */
function typesOf(types: unknown): readonly DocumentType[] {
  if (!Array.isArray(types)) throw new EncodingError("docType of a certificate is not an array");
  return [...new Set(types.flatMap((type: unknown) => typeOfDocument(String(type)) ?? []))];
}

const pidList = "http://uri.etsi.org/19602/LoTEType/EUPIDProvidersList";
/** What the certificates of a type of service are trusted for. Another authority may sign a provider's status lists. */
const pidServices: ReadonlyMap<unknown, AnchorUse> = new Map([
  ["http://uri.etsi.org/19602/SvcType/PID/Issuance", "person_identification"],
  ["http://uri.etsi.org/19602/SvcType/PID/Revocation", pidStatus],
]);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads an EU list of PID providers: ETSI TS 119 602 as JSON, signed as a compact JWS. @throws EncodingError if the text is none */
export function readPidProviders(jws: string): Certificates {
  const [first = "", second = "", signature = ""] = jws.split(".");
  const texts = [first, second].map((part) => Buffer.from(part, "base64url").toString());
  if (!isModestJson(texts, budgets.listElements))
    throw new EncodingError("the list has more elements than the budget allows");
  const [header, payload] = texts.map((text) => objectOf(JSON.parse(text)));
  const { LoTE } = payload ?? {};
  const scheme = objectOf(objectOf(LoTE)["ListAndSchemeInformation"]);
  if (!header || scheme["LoTEType"] !== pidList)
    throw new EncodingError("LoTEType is not that of a list of PID providers");
  // `sigT`, the time of the signature, is the only critical header parameter (RFC 7515, 4.1.11) that is accepted.
  if (listOf(header["crit"]).some((name) => name !== "sigT"))
    throw new EncodingError("the header has a critical parameter that is not supported");
  const entities = listOf(objectOf(LoTE)["TrustedEntitiesList"]);
  const services = entities.flatMap((entity) => listOf(objectOf(entity)["TrustedEntityServices"]));
  const certificates = services.flatMap((service) => {
    const about = objectOf(objectOf(service)["ServiceInformation"]);
    const use = pidServices.get(about["ServiceTypeIdentifier"]);
    if (!use) return [];
    const listed = listOf(objectOf(about["ServiceDigitalIdentity"])["X509Certificates"]);
    return listed.map((one) => ({
      der: Buffer.from(String(objectOf(one)["val"]), "base64"),
      documentTypes: [use],
    }));
  });
  if (certificates.length > budgets.certificatesInFile)
    throw new EncodingError("the list has more certificates than the budget allows");
  const next = scheme["NextUpdate"];
  return {
    entries: certificates,
    list: {
      kind: "pid_providers",
      issuedAtMs: timeOf(scheme["ListIssueDateTime"]),
      nextAtMs: next === undefined || next === null ? undefined : timeOf(next),
      chain: listOf(header["x5c"])
        .slice(0, budgets.chain + 1)
        .map((one) => Buffer.from(String(one), "base64")),
      isSignedWith: (key) =>
        isJoseAllowed(header["alg"], key) && isJoseSigned(`${first}.${second}`, signature, header["alg"], key),
    },
  };
}

export type ListFault = "signature_invalid" | "signer_unknown" | "signer_expired" | "not_yet_valid" | "out_of_date";

const skewMs = 60_000;

/** Why a list is rejected; undefined if it is valid. @param pinned the provider's certificate, or that of the authority that issued it */
export async function listFault(
  list: SignedList,
  pinned: X509Certificate,
  nowMs: number,
): Promise<ListFault | undefined> {
  const [signer] = list.chain;
  const isPinned = !signer || Buffer.compare(signer, pinned.raw) === 0;
  if (!isPinned) {
    const issued = await issuerOf(list.chain, async () => [pinned], nowMs);
    const dates = issued.outcome === "document_expired" || issued.outcome === "document_not_yet_valid";
    if (issued.outcome !== "issued") return dates ? "signer_expired" : "signer_unknown";
  } else if (nowMs < pinned.validFromDate.getTime() || nowMs > pinned.validToDate.getTime()) return "signer_expired";
  const key = attempt(() => (isPinned ? pinned : readCertificate(signer)).publicKey);
  if (!key || !attempt(() => list.isSignedWith(key))) return "signature_invalid";
  if (list.issuedAtMs > nowMs + skewMs) return "not_yet_valid";
  return list.nextAtMs !== undefined && list.nextAtMs < nowMs ? "out_of_date" : undefined;
}
