/** What a receipt states of a verdict. */
export interface Receipt {
  /** The service that signed it, by its public address. */
  readonly iss: string;
  /** The request id of a verify, or the id of a session. */
  readonly jti: string;
  /** When it was signed: seconds since 1970. */
  readonly iat: number;
  readonly kind: "verify" | "session" | "batch_item";
  readonly account: string;
  /** Whether a test key chose the outcome. */
  readonly test: boolean;
  readonly decision: "accept" | "reject";
  readonly reasons: readonly string[];
  readonly threshold: number;
  readonly similarity: number | null;
  readonly false_match_rate: number | null;
  readonly model: string;
  /** Of the models' manifest, hex. */
  readonly manifest_sha256: string;
  readonly challenge: string | null;
  readonly passive_liveness: string | null;
  readonly document: object | null;
  readonly reviewed_by: string | null;
  readonly nonce: string | null;
  /** SHA-256 of each photo as it was sent, hex. */
  readonly photos: readonly { readonly part: string; readonly sha256: string }[];
}

/** What `/.well-known/jwks.json` of the service answers. */
export interface ReceiptKeys {
  readonly keys: readonly {
    readonly kid?: string;
    readonly kty?: string;
    readonly crv?: string;
    readonly x?: string;
  }[];
}

/** A receipt that no key of the service signed, or that was changed. */
export class ReceiptError extends Error {
  override readonly name = "ReceiptError";
  readonly reason: "not_a_receipt" | "unknown_key" | "wrong_signature" | "wrong_issuer";

  constructor(reason: ReceiptError["reason"]) {
    super(`The receipt is not genuine: ${reason}. ${advice[reason]}`);
    this.reason = reason;
  }
}

/** For a developer whose own mistake it may be. */
const advice: Readonly<Record<ReceiptError["reason"], string>> = {
  not_a_receipt: "Pass the text of `receipt` as it was returned.",
  unknown_key: "Download /.well-known/jwks.json of the service again: its key may have been rotated.",
  wrong_signature: "It was changed after it was signed.",
  wrong_issuer: "It was signed by a service with another public address.",
};

/**
 * Checks that a receipt was signed by the service (JWS, EdDSA). Without a network, in workers and on the edge: it needs Web Crypto with Ed25519 only.
 *
 * @param receipt as `/verify` or a session returned it
 * @param keys as the service's `/.well-known/jwks.json` returned them; receipts of years ago need a copy from then on
 * @param issuer the service's public address, which has to be its `iss`; any, unless given
 * @throws ReceiptError
 */
export async function verifyReceipt(receipt: string, keys: ReceiptKeys, issuer?: string): Promise<Receipt> {
  const [head = "", claims = "", signature = "", ...more] = receipt.split(".");
  const header = jsonOf(head) as { readonly alg?: unknown; readonly typ?: unknown; readonly kid?: unknown } | undefined;
  const isReceipt = header?.alg === "EdDSA" && header.typ === "selfsame-receipt+jwt" && more.length === 0;
  const signed = bytesOf(signature);
  if (!isReceipt || !signed) throw new ReceiptError("not_a_receipt");
  const jwk = keys.keys.find(({ kid, kty, crv }) => kid === header.kid && kty === "OKP" && crv === "Ed25519");
  if (!jwk?.x) throw new ReceiptError("unknown_key");
  const algorithm = { name: "Ed25519" };
  const key = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x: jwk.x }, algorithm, false, [
    "verify",
  ]);
  const text = new TextEncoder().encode(`${head}.${claims}`);
  if (!(await crypto.subtle.verify(algorithm, key, signed, text))) throw new ReceiptError("wrong_signature");
  const stated = jsonOf(claims) as Receipt;
  if (issuer !== undefined && stated.iss !== issuer) throw new ReceiptError("wrong_issuer");
  return stated;
}

function jsonOf(part: string): unknown {
  const bytes = bytesOf(part);
  if (!bytes) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Of base64url without padding. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
