import type { EvidencePublicKey } from "@selfsame/server/features/sessions/evidence/public-key";

/**
 * Checks a pasted key in the browser, so that a private key pasted by mistake is never sent.
 * @returns the public key, without other members of its JWK; or an error message
 */
export function publicKeyIn(text: string): EvidencePublicKey | string {
  let jwk: unknown;
  try {
    jwk = JSON.parse(text);
  } catch {
    jwk = undefined;
  }
  if (typeof jwk !== "object" || jwk === null) return "Paste the public key as JWK, in JSON.";
  if ("d" in jwk) return "This is a private key, and was not sent. Paste the public key, which has no d.";
  const { kty, crv, x } = jwk as Readonly<Record<string, unknown>>;
  if (kty !== "OKP" || crv !== "X25519" || typeof x !== "string")
    return "This is no X25519 public key. Make a pair here or with selfsame evidence key.";
  return { kty, crv, x };
}
