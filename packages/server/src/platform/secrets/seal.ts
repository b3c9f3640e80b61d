import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts what must be stored but must not be readable in a copy of the database. */
export interface Seal {
  /** @param purpose what it is for: it opens for the same purpose only */
  close(purpose: string, secret: Uint8Array): string;
  /** @returns undefined when it was sealed by another key, for another purpose, or changed since */
  open(purpose: string, sealed: string): Buffer | undefined;
  /** 32 bytes that only who has the key can make of the purpose, always the same: for a secret that need not be stored. */
  derive(purpose: string): Buffer;
}

/** In front of what is sealed, so that another way could follow this one. */
const version = "v1.";
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = "aes-256-gcm";

export const isSealed = (text: string): boolean => text.startsWith(version);

/**
 * AES-256-GCM with a key of its own for each purpose (HKDF, RFC 5869), so that what is sealed for one never opens as another.
 * @param secretKey at least 32 bytes that cannot be guessed
 */
export function createSeal(secretKey: Uint8Array): Seal {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", secretKey, "", `selfsame ${purpose}`, 32));
  // Of thousands of addresses in a row, each would have it made again, which takes longer than to seal.
  let last = { purpose: "", key: keyFor("") };
  const sameKeyFor = (purpose: string) => {
    if (last.purpose !== purpose) last = { purpose, key: keyFor(purpose) };
    return last.key;
  };
  return {
    derive: (purpose) => keyFor(`derived ${purpose}`),
    close: (purpose, secret) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, sameKeyFor(purpose), nonce);
      const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return version + sealed.toString("base64url");
    },
    open: (purpose, text) => {
      if (!isSealed(text)) return undefined;
      const sealed = Buffer.from(text.slice(version.length), "base64url");
      if (sealed.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, sameKeyFor(purpose), sealed.subarray(0, nonceBytes));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
      } catch {
        // What GCM throws says only that it does not open.
        return undefined;
      }
    },
  };
}
