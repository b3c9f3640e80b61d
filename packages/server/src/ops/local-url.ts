import { isIPv6 } from "node:net";

/** Nobody can go to the address that means all of a machine's. */
const reached: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Where a service that listens on this host and port is reached from the machine itself. */
export function localUrl(host: string, port: number): string {
  const name = reached[host] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
