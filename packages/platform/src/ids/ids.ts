import { createHash, randomBytes } from "node:crypto";
import { randomBase62 } from "./base62.ts";

/** 16 base62 characters have 95 bits: ids cannot be guessed, although nothing relies on that. */
export function newId(
  kind:
    | "acc"
    | "usr"
    | "inv"
    | "dev"
    | "key"
    | "ses"
    | "chl"
    | "sig"
    | "evt"
    | "we"
    | "wd"
    | "bt"
    | "nd"
    | "pk"
    | "tpk"
    | "oc",
): string {
  return `${kind}_${randomBase62(16)}`;
}

/** A secret for a cookie or a link: 256 random bits. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export const sessionIdLength = 22;

/** 130 bits: an id appears in addresses and events, and reveals nothing about others. */
export const newSessionId = (): string => `vs_${randomBase62(sessionIdLength)}`;
