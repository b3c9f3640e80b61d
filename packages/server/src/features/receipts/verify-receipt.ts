import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import { receiptType } from "./receipt.ts";

/** Claims of a genuine receipt. */
export type ReceiptClaims = Readonly<Record<string, unknown>> & {
  readonly iss: string;
  readonly jti: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly photos: readonly { readonly part: string; readonly sha256: string }[];
};

/** @returns its claims, or why it is not genuine */
export async function verifyReceipt(receipt: string, keys: JSONWebKeySet): Promise<ReceiptClaims | string> {
  try {
    const { payload } = await jwtVerify(receipt, createLocalJWKSet(keys), {
      algorithms: ["EdDSA"],
      typ: receiptType,
      requiredClaims: ["iss", "jti", "iat", "decision", "photos"],
    });
    return payload as ReceiptClaims;
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return "none of the keys signed it";
    if (error instanceof errors.JOSEError) return error.message;
    throw error;
  }
}
