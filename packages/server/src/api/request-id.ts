import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Characters that are safe in logs and headers: no spaces, quotes, colons or control characters, and a limited length. */
const safe = /^[\w.-]{1,64}$/;

/** The caller's own `X-Request-Id` when it is safe to repeat, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && safe.test(given) ? given : randomUUID();
}
