import type { FastifyRequest } from "fastify";
import { DashboardError } from "./errors.ts";

/**
 * Refuses a change that does not come from the service's own pages. With SameSite=Strict this is the second lock against
 * cross-site request forgery; it also covers sign-in, where there is no cookie yet (OWASP CSRF Prevention, "Verifying Origin").
 *
 * @param publicUrl where the service is reached. The host of the request itself counts as well: it may be reached under
 *   several names, and a page of another host cannot send it
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.origin;
  const url = origin === undefined ? null : URL.parse(origin);
  if (!url || (url.origin !== URL.parse(publicUrl)?.origin && url.host !== request.host)) {
    throw new DashboardError("wrong_origin");
  }
}
