/**
 * Normal form for comparing hosts: lower case, punycode, no trailing dot; a leading `*.` stays. Undefined for anything but a host (a scheme, a port, a
 * path, credentials).
 */
export function normalizeDomain(entry: string): string | undefined {
  const wildcard = entry.startsWith("*.");
  const name = wildcard ? entry.slice(2) : entry;
  if (/[\s/\\?#@*%]/.test(name) || (name.includes(":") && !name.startsWith("["))) return undefined;
  const url = URL.parse(`http://${name}/`);
  if (url === null || url.port !== "" || url.hostname === "") return undefined;
  const host = hostOf(url);
  // Requiring a dot prevents wildcards for whole top-level domains (`*.com`); addresses have no subdomains.
  if (wildcard && (!host.includes(".") || /^[\d.]+$/.test(host) || host.startsWith("["))) return undefined;
  return wildcard ? `*.${host}` : host;
}

/** A URL's host without the trailing dot that DNS allows. */
export function hostOf(url: URL): string {
  return url.hostname.endsWith(".") ? url.hostname.slice(0, -1) : url.hostname;
}

/** @param allowed as `normalizeDomain` returns them. `*.example.com` matches every depth below example.com, but not example.com itself. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => (entry.startsWith("*.") ? host.endsWith(entry.slice(1)) : host === entry));
}
