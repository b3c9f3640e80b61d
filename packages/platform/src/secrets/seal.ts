import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts data that must not be readable in a copy of the database. */
export interface Seal {
  /** @param purpose must be the same for opening */
  close(purpose: string, secret: Uint8Array): string;
  /** @returns undefined if sealed with another key or for another purpose, or modified */
  open(purpose: string, sealed: string): Buffer | undefined;
  /** Derives 32 bytes from key and purpose, always the same: a secret that need not be stored. */
  derive(purpose: string): Buffer;
}

/** Prefix of sealed text, so that another format can follow. */
const version = "v1.";
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = "aes-256-gcm";

export const isSealed = (text: string): boolean => text.startsWith(version);

/**
 * AES-256-GCM with a key for each purpose (HKDF, RFC 5869), so that text sealed for one purpose never opens for another.
 * @param secretKey at least 32 unguessable bytes
 */
export function createSeal(secretKey: Uint8Array): Seal {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", secretKey, "", `selfsame ${purpose}`, 32));
  // Caches the last purpose's key: deriving it takes longer than sealing, and thousands of addresses follow one another.
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
        // GCM's error says no more.
        return undefined;
      }
    },
  };
}
