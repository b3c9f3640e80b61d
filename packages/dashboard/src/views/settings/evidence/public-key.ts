import type { EvidencePublicKey } from "@selfsame/server/features/sessions/evidence/public-key";

/**
 * Before anything is sent: a private key that was pasted by mistake stays in the browser.
 * @returns the public key in a text, without what else its JWK has; or what is wrong with the text
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
