/**
 * The form in which two hosts are compared: lower case, punycode, no trailing dot; a leading `*.` stays. Undefined for anything that is not a host
 * alone (a scheme, a port, a path, credentials).
 */
export function normalizeDomain(entry: string): string | undefined {
  const wildcard = entry.startsWith("*.");
  const name = wildcard ? entry.slice(2) : entry;
  if (/[\s/\\?#@*%]/.test(name) || (name.includes(":") && !name.startsWith("["))) return undefined;
  const url = URL.parse(`http://${name}/`);
  if (url === null || url.port !== "" || url.hostname === "") return undefined;
  const host = hostOf(url);
  // The dot keeps an operator from allowing `*.com` by writing `*.` before a bare word; addresses have no subdomains.
  if (wildcard && (!host.includes(".") || /^[\d.]+$/.test(host) || host.startsWith("["))) return undefined;
  return wildcard ? `*.${host}` : host;
}

/** The host of a URL without the trailing dot that DNS allows and comparison must not trip over. */
export function hostOf(url: URL): string {
  return url.hostname.endsWith(".") ? url.hostname.slice(0, -1) : url.hostname;
}

/** @param allowed as `normalizeDomain` gives them. `*.example.com` covers every depth below example.com, not example.com itself. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => (entry.startsWith("*.") ? host.endsWith(entry.slice(1)) : host === entry));
}
