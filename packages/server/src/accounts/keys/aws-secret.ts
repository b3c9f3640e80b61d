import type { Seal } from "../../platform/secrets/seal.ts";

/**
 * What a client of AWS signs requests with, beside the key's id as its access key id: derived from the id with the service's secret key (HKDF), so
 * that it is stored nowhere. 240 bits in 40 characters, the length of AWS's own.
 */
export const awsSecretOf = (seal: Pick<Seal, "derive">, keyId: string): string =>
  seal.derive(`aws secret access key ${keyId}`).subarray(0, 30).toString("base64url");
