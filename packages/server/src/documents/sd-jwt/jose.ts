/** Signatures of JSON Web Tokens, as issuers and wallets make them. */
import type { KeyObject } from "node:crypto";
import { type EcdsaAlgorithm, isEcdsaSignedBy, isFor } from "../certificates/algorithms.ts";

/** RFC 7518, 3.4: each is for one curve. */
const algorithms: ReadonlyMap<unknown, EcdsaAlgorithm> = new Map([
  ["ES256", { hash: "sha256", curves: ["prime256v1"] }],
  ["ES384", { hash: "sha384", curves: ["secp384r1"] }],
  ["ES512", { hash: "sha512", curves: ["secp521r1"] }],
]);

/** @param name as the header has it */
export function isJoseAllowed(name: unknown, key: KeyObject): boolean {
  const algorithm = algorithms.get(name);
  return algorithm !== undefined && isFor(algorithm, key);
}

/** @param data the header and the payload, as they are encoded */
export function isJoseSigned(data: string, signature: string, name: unknown, key: KeyObject): boolean {
  const algorithm = algorithms.get(name);
  return (
    algorithm !== undefined && isEcdsaSignedBy(algorithm, Buffer.from(data), Buffer.from(signature, "base64url"), key)
  );
}
