import vectors from "./apple-vectors.json" with { type: "json" };

/**
 * Attestations and an assertion from real Apple devices: certificates, authenticator data, signatures and signed data, copied from the test data of
 * node-app-attest (MIT). The receipt is left out, since nothing checks it.
 */
export const { appId, production, development, assertion } = vectors;

type Value = string | Uint8Array | readonly Value[] | { readonly [name: string]: Value };

const head = (major: number, length: number): Buffer =>
  length < 24 ? Buffer.from([(major << 5) | length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);

/** CBOR in the encoding that devices use (RFC 8949). */
export function cborOf(value: Value): Buffer {
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cborOf)]);
  const entries = Object.entries(value as { readonly [name: string]: Value });
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cborOf))]);
}

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64");

interface Parts {
  readonly certificates: readonly Uint8Array[];
  readonly authData: Uint8Array;
  readonly fmt?: string;
}

export const attestationOf = ({ certificates, authData, fmt = "apple-appattest" }: Parts): Buffer =>
  cborOf({ fmt, attStmt: { x5c: certificates, receipt: Buffer.from("receipt") }, authData });

export const partsOf = ({ certificates, authData }: typeof production): Parts => ({
  certificates: certificates.map(bytesOf),
  authData: bytesOf(authData),
});

export const genuineAssertion: Buffer = cborOf({
  signature: bytesOf(assertion.signature),
  authenticatorData: bytesOf(assertion.authenticatorData),
});
