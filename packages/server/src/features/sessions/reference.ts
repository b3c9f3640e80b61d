import type { Seal } from "@selfsame/platform/secrets/seal";

/**
 * The embedding of a session's reference, sealed so that it takes both the secret of the link and the server's key to open it
 * (AES-256-GCM, a key by HKDF of both).
 */
export function sealReference(seal: Seal, secret: string, embedding: Float32Array): string {
  return seal.close(purposeOf(secret), Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength));
}

/** @returns undefined if it was sealed for another link, or under another key */
export function openReference(seal: Seal, secret: string, sealed: string): Float32Array | undefined {
  const bytes = seal.open(purposeOf(secret), sealed);
  return bytes && floatsOf(bytes);
}

/** Copies the bytes: a pooled buffer may start at any offset, floats only at a multiple of four. */
export const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

const purposeOf = (secret: string): string => `session reference ${secret}`;
