import type { FastifyRequest } from "fastify";

export interface StrictTransport {
  /** The address as the operator configured it. */
  readonly publicUrl: string | undefined;
  /** How long browsers must use https only. 0 sends no header. */
  readonly seconds: number;
}

type Asked = Pick<FastifyRequest, "protocol" | "hostname" | "headers">;

/**
 * The headers that make browsers use https only (RFC 6797), for requests whose TLS ends in front of the service: a trusted proxy names https; or the
 * public address is https, the request is for its host and no proxy names http.
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
  // Other services on a developer's machine share this name.
  if (hostname === "localhost") return false;
  if (protocol === "https") return true;
  return hostname === named && headers["x-forwarded-proto"] === undefined;
}
