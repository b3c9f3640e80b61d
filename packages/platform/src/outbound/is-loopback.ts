import { isIP } from "node:net";

/** @param host as in URLs: a name, or an address, IPv6 with or without brackets */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}
