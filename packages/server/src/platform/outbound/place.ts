import { isAllowedHost } from "./domains.ts";
import { rejectionOf } from "./guard.ts";
import { isLoopback } from "./is-loopback.ts";
import { parsePhotoUrl } from "./photo-url.ts";

export interface Places {
  /** Hosts that the operator names. Only these may be on a private network, and only where `allowPrivate` says so. */
  readonly allowedDomains: readonly string[];
  readonly allowPrivate: boolean;
  /** Whether requests may go to this machine itself, by http too: while only this machine can come to the service. */
  readonly allowLoopback?: boolean;
}

/** Where a request goes that an account asks for: the address, and whether it may lead into a private network. */
export interface Place {
  readonly url: URL;
  readonly privately: boolean;
}

/** @returns undefined for an address that may not be named at all. What a name resolves to is checked by the guard, each time */
export function placeOf(
  text: string,
  { allowedDomains, allowPrivate, allowLoopback = false }: Places,
): Place | undefined {
  const parsed = parsePhotoUrl(text);
  if (parsed.outcome !== "usable") return undefined;
  const { url, host } = parsed;
  const privately = (allowPrivate && isAllowedHost(host, allowedDomains)) || (allowLoopback && isLoopback(host));
  // Without TLS anyone on the way reads it. Within the operator's own network that is theirs to decide.
  const fits = (url.protocol === "https:" || privately) && rejectionOf(url, privately) === undefined;
  return fits ? { url, privately } : undefined;
}
