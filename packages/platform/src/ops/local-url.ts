import { isIPv6 } from "node:net";

/** Wildcard addresses cannot be opened themselves. */
const reached: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The service's URL on this machine, for a listening host and port. */
export function localUrl(host: string, port: number): string {
  const name = reached[host] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
