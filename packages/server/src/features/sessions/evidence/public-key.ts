import { createHash, createPublicKey, diffieHellman, generateKeyPairSync } from "node:crypto";

/** An X25519 public key as a JWK (RFC 8037, 2). */
export interface EvidencePublicKey {
  readonly kty: "OKP";
  readonly crv: "X25519";
  /** 32 bytes, base64url. */
  readonly x: string;
}

export type KeyProblem = "private" | "not_x25519" | "weak";

/** @returns the key without other members of the JWK, or why it cannot be encrypted to */
export function readPublicKey(jwk: Readonly<Record<string, unknown>>): EvidencePublicKey | KeyProblem {
  if ("d" in jwk) return "private";
  const { kty, crv, x } = jwk;
  if (kty !== "OKP" || crv !== "X25519" || typeof x !== "string") return "not_x25519";
  const bytes = Buffer.from(x, "base64url");
  if (bytes.length !== 32 || bytes.toString("base64url") !== x) return "not_x25519";
  const key = { kty, crv, x } as const;
  return isWeak(key) ? "weak" : key;
}

/** Whether the key is a point of low order: the shared secret is then always zero, and everybody could open what is sealed (RFC 7748, 6.1). */
function isWeak(key: EvidencePublicKey): boolean {
  const { privateKey } = generateKeyPairSync("x25519");
  const publicKey = createPublicKey({ key: { ...key }, format: "jwk" });
  try {
    return diffieHellman({ privateKey, publicKey }).every((byte) => byte === 0);
  } catch {
    // OpenSSL throws instead of returning a zero secret.
    return true;
  }
}

/** The SHA-256 thumbprint (RFC 7638, and RFC 8037, 2), used as `kid` of photos sealed to the key. */
export const thumbprintOf = ({ crv, kty, x }: EvidencePublicKey): string =>
  createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
