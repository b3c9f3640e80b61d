import { isIP } from "node:net";

/** The domain that passkeys are made for, and the origin on which they work (WebAuthn Level 3, section 5.1.2: an RP ID is a domain). */
export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Browsers support passkeys for host names only, never for IP addresses, and only over https except on localhost. A service at a loopback address
 * over http has them for localhost.
 *
 * @returns undefined where passkeys cannot work
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const url = URL.parse(publicUrl);
  if (!url) return undefined;
  const local = ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (local && url.protocol === "http:") url.hostname = "localhost";
  const isName = isIP(url.hostname.replaceAll(/[[\]]/g, "")) === 0;
  const isSecure = url.protocol === "https:" || url.hostname === "localhost";
  return isName && isSecure ? { id: url.hostname, origin: url.origin } : undefined;
}
