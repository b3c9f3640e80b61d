import type { FastifyRequest } from "fastify";

export interface StrictTransport {
  /** As the operator named it. */
  readonly publicUrl: string | undefined;
  /** How long a browser that was here asks for https only. 0 sends nothing. */
  readonly seconds: number;
}

type Asked = Pick<FastifyRequest, "protocol" | "hostname" | "headers">;

/**
 * The headers that make a browser ask for https only (RFC 6797), where a request arrived by TLS that ends in front of the service. That is
 * where a trusted proxy names https; or where the public address is https, the request is for its host and no proxy names http.
 */
export function strictTransportHeaders(
  { publicUrl, seconds }: StrictTransport,
  request: Asked,
): Record<string, string> {
  const named = publicUrl === undefined ? undefined : URL.parse(publicUrl);
  if (seconds === 0 || named?.protocol === "http:" || !isByTls(request, named?.hostname)) return {};
  return { "strict-transport-security": `max-age=${seconds}` };
}

function isByTls({ protocol, hostname, headers }: Asked, named: string | undefined): boolean {
  // Other services of a developer's machine have that name, too.
  if (hostname === "localhost") return false;
  if (protocol === "https") return true;
  return hostname === named && headers["x-forwarded-proto"] === undefined;
}
