import type { Seal } from "@selfsame/platform/secrets/seal";

/**
 * The secret with which an AWS client signs requests; the key's id is its access key id. Derived from the id with the service's secret key (HKDF), and
 * stored nowhere. 240 bits in 40 characters, the length of AWS's own.
 */
export const awsSecretOf = (seal: Pick<Seal, "derive">, keyId: string): string =>
  seal.derive(`aws secret access key ${keyId}`).subarray(0, 30).toString("base64url");
