import { isIPv6 } from "node:net";

/** The address that stands for all addresses of a machine cannot be opened itself. */
const reached: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Where a service that listens on this host and port is reached from the machine itself. */
export function localUrl(host: string, port: number): string {
  const name = reached[host] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
