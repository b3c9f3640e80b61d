import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { deviceLifeMs } from "../../accounts/people/accounts/devices.ts";
import { challengeLifeMs } from "../../accounts/people/factors/challenges.ts";
import { stepLifeMs } from "../../accounts/people/factors/sign-in-steps.ts";
import { signInLifeSeconds } from "../../accounts/people/accounts/sign-in-sessions.ts";
import { flowLifeSeconds } from "../../accounts/people/sign-on/flows.ts";
import type { IssuedSession } from "../../accounts/people/accounts/sign-in.ts";
import { prefixOf } from "../path-prefix.ts";
import type { OwnAddress } from "./own-origin.ts";

/**
 * The session; the mark by which a browser that has signed in before is known; a sign-in that waits for the second factor; and what
 * binds the challenges of passkeys to a browser, all its tabs together. And a browser that is at a team's provider: that is another
 * site, which sends it back, so this one alone is not Strict.
 */
const lifeSeconds = {
  session: signInLifeSeconds,
  device: deviceLifeMs / 1000,
  step: stepLifeMs / 1000,
  passkey: challengeLifeMs / 1000,
  sign_on: flowLifeSeconds,
} as const;
type CookieKind = keyof typeof lifeSeconds;

/** Over plain http a browser would not send a Secure cookie back. */
function isSecure(publicUrl: string, request: FastifyRequest): boolean {
  return publicUrl.startsWith("https:") || request.protocol === "https";
}

/**
 * With `__Host-` a browser takes it from this very host by https only: no neighbor under the same domain can plant one (RFC 6265bis). Such a
 * cookie goes to every path of the host, so a service under a prefix has `__Secure-` instead: what else the host serves never receives its cookies.
 */
function nameOf(kind: CookieKind, secure: boolean, prefix: string): string {
  if (!secure) return `selfsame_${kind}`;
  return `${prefix === "" ? "__Host-" : "__Secure-"}selfsame_${kind}`;
}

export interface Cookies {
  /** @returns the secret as the browser sent it */
  read(kind: CookieKind): string | undefined;
  signIn(reply: FastifyReply, secrets: Pick<IssuedSession, "secret" | "deviceSecret">): void;
  signOut(reply: FastifyReply): void;
  set(reply: FastifyReply, kind: "step" | "passkey" | "sign_on", secret: string): void;
}

/**
 * Without a configured address the service believes the browser's Host header. So that what one name was given opens nothing under another
 * (another port, a name that somebody points here), a cookie then names the host that it was made for.
 */
function boundTo(host: string, secret: string): string {
  const tag = createHash("sha256").update(`${secret}\n${host}`).digest("base64url");
  return `${secret}.${tag}`;
}

export function cookiesOf({ publicUrl, hasPublicUrl }: OwnAddress, request: FastifyRequest): Cookies {
  const secure = isSecure(publicUrl(), request);
  const prefix = prefixOf(publicUrl());
  const host = `${request.protocol}://${request.headers.host?.toLowerCase() ?? ""}`;
  const valueOf = (secret: string) => (hasPublicUrl || secret === "" ? secret : boundTo(host, secret));
  const line = (kind: CookieKind, secret: string, maxAgeSeconds: number = lifeSeconds[kind]) =>
    `${nameOf(kind, secure, prefix)}=${valueOf(secret)}; Path=${prefix || "/"}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${kind === "sign_on" ? "Lax" : "Strict"}${secure ? "; Secure" : ""}`;
  return {
    read: (kind) => {
      const start = `${nameOf(kind, secure, prefix)}=`;
      const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
      const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
      const secret = value?.split(".")[0] ?? "";
      return value === valueOf(secret) && value !== "" ? secret : undefined;
    },
    signIn: (reply, { secret, deviceSecret }) => {
      reply.header("set-cookie", [line("session", secret), line("device", deviceSecret), line("step", "", 0)]);
    },
    set: (reply, kind, secret) => void reply.header("set-cookie", line(kind, secret)),
    // The device stays known, so that signing in from it is not slowed down.
    signOut: (reply) => void reply.header("set-cookie", line("session", "", 0)),
  };
}
