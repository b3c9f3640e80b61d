import { isAllowedHost } from "./domains.ts";
import { rejectionOf } from "./guard.ts";
import { isLoopback } from "./is-loopback.ts";
import { parsePhotoUrl } from "./photo-url.ts";

export interface Places {
  /** Hosts that the operator allows. Only these may be on a private network, and only with `allowPrivate`. */
  readonly allowedDomains: readonly string[];
  readonly allowPrivate: boolean;
  /** Whether requests may go to this machine itself, also by http: while only this machine can reach the service. */
  readonly allowLoopback?: boolean;
}

/** Target of an account's request: the address, and whether it may be in a private network. */
export interface Place {
  readonly url: URL;
  readonly privately: boolean;
}

/** @returns undefined for an address that is never allowed. The guard checks what a name resolves to, each time */
export function placeOf(
  text: string,
  { allowedDomains, allowPrivate, allowLoopback = false }: Places,
): Place | undefined {
  const parsed = parsePhotoUrl(text);
  if (parsed.outcome !== "usable") return undefined;
  const { url, host } = parsed;
  const privately = (allowPrivate && isAllowedHost(host, allowedDomains)) || (allowLoopback && isLoopback(host));
  // Without TLS anyone on the way can read it. Within the operator's own network that is their decision.
  const fits = (url.protocol === "https:" || privately) && rejectionOf(url, privately) === undefined;
  return fits ? { url, privately } : undefined;
}
