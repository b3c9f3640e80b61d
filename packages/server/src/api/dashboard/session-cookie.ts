import type { FastifyReply, FastifyRequest } from "fastify";
import { sessionLifeSeconds } from "../../access/sessions.ts";

const name = "selfsame_session";

/** @returns the session's secret as the browser sent it, or undefined */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** @param secure whether the service is reached by https: over plain http a browser would not send a Secure cookie back */
export function setSessionCookie(reply: FastifyReply, secret: string, secure: boolean): void {
  reply.header("set-cookie", cookie(secret, sessionLifeSeconds, secure));
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.header("set-cookie", cookie("", 0, secure));
}

function cookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  return `${name}=${value}; Path=/api/dashboard; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
}
