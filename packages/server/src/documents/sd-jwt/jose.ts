/** Verifies signatures of JSON Web Tokens by issuers and wallets. */
import type { KeyObject } from "node:crypto";
import { type EcdsaAlgorithm, isEcdsaSignedBy, isFor } from "../certificates/algorithms.ts";

/** RFC 7518, 3.4: each algorithm is for one curve. */
const algorithms: ReadonlyMap<unknown, EcdsaAlgorithm> = new Map([
  ["ES256", { hash: "sha256", curves: ["prime256v1"] }],
  ["ES384", { hash: "sha384", curves: ["secp384r1"] }],
  ["ES512", { hash: "sha512", curves: ["secp521r1"] }],
]);

/** @param name `alg` of the header */
export function isJoseAllowed(name: unknown, key: KeyObject): boolean {
  const algorithm = algorithms.get(name);
  return algorithm !== undefined && isFor(algorithm, key);
}

/** @param data the encoded header and payload */
export function isJoseSigned(data: string, signature: string, name: unknown, key: KeyObject): boolean {
  const algorithm = algorithms.get(name);
  return (
    algorithm !== undefined && isEcdsaSignedBy(algorithm, Buffer.from(data), Buffer.from(signature, "base64url"), key)
  );
}
