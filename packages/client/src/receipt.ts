/** The claims of a receipt about a verdict. */
export interface Receipt {
  /** Public URL of the service that signed the receipt. */
  readonly iss: string;
  /** The request id of a verify request, or the session id. */
  readonly jti: string;
  /** When the receipt was signed, in seconds since 1970. */
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
  /** SHA-256 of the models' manifest, hex. */
  readonly manifest_sha256: string;
  readonly challenge: string | null;
  readonly passive_liveness: string | null;
  readonly document: object | null;
  readonly reviewed_by: string | null;
  readonly nonce: string | null;
  /** SHA-256 of each photo as it was sent, hex. */
  readonly photos: readonly { readonly part: string; readonly sha256: string }[];
}

/** The response of the service's `/.well-known/jwks.json`. */
export interface ReceiptKeys {
  readonly keys: readonly {
    readonly kid?: string;
    readonly kty?: string;
    readonly crv?: string;
    readonly x?: string;
  }[];
}

/** The receipt was changed, or was not signed by a key of the service. */
export class ReceiptError extends Error {
  override readonly name = "ReceiptError";
  readonly reason: "not_a_receipt" | "unknown_key" | "wrong_signature" | "wrong_issuer";

  constructor(reason: ReceiptError["reason"]) {
    super(`The receipt is not genuine: ${reason}. ${advice[reason]}`);
    this.reason = reason;
  }
}

/** Advice for the developer, whose own mistake may be the cause. */
const advice: Readonly<Record<ReceiptError["reason"], string>> = {
  not_a_receipt: "Pass the text of `receipt` as it was returned.",
  unknown_key: "Download /.well-known/jwks.json of the service again: its key may have been rotated.",
  wrong_signature: "It was changed after it was signed.",
  wrong_issuer: "It was signed by a service with another public address.",
};

/**
 * Checks that the service signed a receipt (JWS, EdDSA). Makes no request; also runs in workers and on edge runtimes, where Web Crypto supports
 * Ed25519.
 *
 * @param receipt as `/verify` or a session returned it
 * @param keys the response of the service's `/.well-known/jwks.json`; for receipts that are years old, a copy from that time
 * @param issuer the service's public URL, compared with the claim `iss`; not checked if left out
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

/** Decodes base64url without padding. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
