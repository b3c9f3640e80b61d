import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** What may go into a log and a header as it came: no spaces, quotes, colons or control characters, and not long. */
const safe = /^[\w.-]{1,64}$/;

/** The caller's own `X-Request-Id` when it is safe to repeat, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && safe.test(given) ? given : randomUUID();
}
