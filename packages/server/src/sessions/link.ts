import { timingSafeEqual } from "node:crypto";
import { sessionIdLength } from "../ids/ids.ts";
import type { Seal } from "../secrets/seal.ts";

/**
 * The secret of a session's link. It is derived and not stored, so that a copy of the database opens no session, and a request that
 * is sent again is answered with the same link. The id is in front, for whoever has to name the session before asking about it.
 */
export function linkSecret(seal: Seal, id: string): string {
  return id.slice("vs_".length) + seal.derive(`session link ${id}`).toString("base64url");
}

export const linkOf = (publicUrl: string, secret: string): string => `${publicUrl}/verify#${secret}`;

/** @returns the id of the session that the secret opens, or undefined. Asks no database: guesses cost nothing but their own time */
export function sessionOf(seal: Seal, secret: string): string | undefined {
  if (!/^[0-9A-Za-z]{22}[\w-]{43}$/.test(secret)) return undefined;
  const id = `vs_${secret.slice(0, sessionIdLength)}`;
  return timingSafeEqual(Buffer.from(linkSecret(seal, id)), Buffer.from(secret)) ? id : undefined;
}
