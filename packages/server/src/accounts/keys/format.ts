import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { base62Digits, randomBase62 } from "@selfsame/platform/ids/base62";

export const keyKinds = ["private", "public", "test"] as const;
/** `test`: used by a backend like a private one; nothing is analyzed or billed. */
export type KeyKind = (typeof keyKinds)[number];

const prefixes = { private: "ss_sk_", public: "ss_pk_", test: "ss_tk_" } as const;
const randomLength = 32;
const checksumLength = 6;

/** CRC32 of everything before it, in six base62 digits: lets a scanner of leaked secrets distinguish a real key from similar text. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = `${base62Digits[rest % base62Digits.length]}${digits}`;
    rest = Math.floor(rest / base62Digits.length);
  }
  return digits;
}

export function makeKey(kind: KeyKind): string {
  const body = prefixes[kind] + randomBase62(randomLength);
  return body + checksum(body);
}

/** Whether the text has the form of our keys. */
export function isWellFormed(key: string): boolean {
  return /^ss_[spt]k_[0-9A-Za-z]{38}$/.test(key) && key.endsWith(checksum(key.slice(0, -checksumLength)));
}

/** Stored form of a key. A key is random, so it needs no slow hash. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Shown in lists. */
export function describeKey(key: string, kind: KeyKind): { prefix: string; lastFour: string } {
  return { prefix: prefixes[kind], lastFour: key.slice(-4) };
}
