import type { KeyObject } from "node:crypto";
import { SignatureAlgorithm } from "@owf/mdoc";

const byCurve = {
  prime256v1: { jose: "ES256", cose: SignatureAlgorithm.ES256, hash: "sha256" },
  secp384r1: { jose: "ES384", cose: SignatureAlgorithm.ES384, hash: "sha384" },
  secp521r1: { jose: "ES512", cose: SignatureAlgorithm.ES512, hash: "sha512" },
} as const;
export type WalletCurve = keyof typeof byCurve;

/** The algorithm with which issuers and wallets sign, by the key's curve. */
export const algorithmOf = ({ asymmetricKeyDetails }: KeyObject) =>
  byCurve[asymmetricKeyDetails?.namedCurve as WalletCurve] ?? byCurve.prime256v1;
