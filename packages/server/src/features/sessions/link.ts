import { timingSafeEqual } from "node:crypto";
import { sessionIdLength } from "@selfsame/platform/ids/ids";
import type { Seal } from "@selfsame/platform/secrets/seal";

/** The most links that one session can have: the link's number is one digit in its secret, omitted for the first. */
export const linksMax = 9;

/** The session that a secret opens, and the number of its link. */
export interface SessionLink {
  readonly id: string;
  readonly link: number;
}

/**
 * The secret of a session's link. It is derived and not stored, so that a copy of the database opens no session, and a retried request gets the
 * same link. The id comes first, so that a client can name the session before it requests it.
 */
export function linkSecret(seal: Seal, { id, link }: SessionLink): string {
  const [digit, purpose] = link === 1 ? ["", id] : [String(link), `${id} ${link}`];
  return id.slice("vs_".length) + digit + seal.derive(`session link ${purpose}`).toString("base64url");
}

export const linkOf = (publicUrl: string, secret: string): string => `${publicUrl}/verify#${secret}`;

/**
 * @returns the session and link of a secret, or undefined. Needs no database, so guesses cost only their own processor time. The session's row states
 * whether a newer link has replaced this one.
 */
export function sessionOf(seal: Seal, secret: string): SessionLink | undefined {
  const [, digit = ""] = /^[0-9A-Za-z]{22}([2-9]?)[\w-]{43}$/.exec(secret) ?? [];
  const opened = { id: `vs_${secret.slice(0, sessionIdLength)}`, link: Number(digit || "1") };
  const [derived, given] = [Buffer.from(linkSecret(seal, opened)), Buffer.from(secret)];
  return derived.length === given.length && timingSafeEqual(derived, given) ? opened : undefined;
}
