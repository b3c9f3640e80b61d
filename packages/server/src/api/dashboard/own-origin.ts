import type { FastifyRequest } from "fastify";
import { relyingPartyOf } from "../../accounts/people/factors/relying-party.ts";
import { DashboardError } from "./errors.ts";

export interface OwnAddress {
  /** The service's public address. */
  readonly publicUrl: () => string;
  /** Whether the operator configured the address. If not, it is where the service listens, and callers may know it by other names. */
  readonly hasPublicUrl: boolean;
}

/**
 * Rejects a change that does not come from the service's own pages. In addition to SameSite=Strict, this prevents cross-site request forgery; it also
 * covers sign-in, before a cookie exists (OWASP CSRF Prevention, "Verifying Origin"). Scheme, host and port count: a page at http://faces.example is
 * not one at https://faces.example.
 */
export function requireOwnOrigin(request: FastifyRequest, own: OwnAddress): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin } = request.headers;
  if (origin === undefined || !ownOrigins(request, own).includes(origin)) throw new DashboardError("wrong_origin");
}

function ownOrigins({ protocol, headers }: FastifyRequest, { publicUrl, hasPublicUrl }: OwnAddress) {
  const named = [URL.parse(publicUrl())?.origin, relyingPartyOf(publicUrl())?.origin];
  // A name that was not configured comes from the browser's own request; not X-Forwarded-Host, which no setting speaks of.
  return hasPublicUrl ? named : [...named, URL.parse(`${protocol}://${headers.host ?? ""}`)?.origin];
}
