import { createHmac, timingSafeEqual } from "node:crypto";

const stepMs = 30_000;
const digits = 6;
/** Accepted clock difference: the codes of the step before and the step after are valid, too (RFC 6238, section 5.2). */
const skewSteps = 1;

/** The code of a time step: HMAC-SHA-1 of its number, truncated to six digits (RFC 4226, section 5.3). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

/** @returns the time step of the code, or undefined if the code is not valid now */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = stepAt(nowMs);
  const given = Buffer.from(code);
  const steps = Array.from({ length: 2 * skewSteps + 1 }, (_, i) => now - skewSteps + i);
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), given));
}

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32, in which users type a secret into an app (RFC 4648, section 6). @param secret of a length that needs no padding */
export function base32(secret: Uint8Array): string {
  let bits = "";
  for (const byte of secret) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => base32Alphabet[Number.parseInt(five, 2)]).join("");
}
