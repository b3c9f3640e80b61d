import { randomInt } from "node:crypto";

export const base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random base62 characters, 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62Digits[randomInt(base62Digits.length)]).join("");
}
