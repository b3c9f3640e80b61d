import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** The network of one party, usually: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4" ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(".");
}

/** What one party can obtain cheaply: 24 bits of an IPv4 address, 48 of an IPv6 address. */
export function wideNetworkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  return parsed
    .toByteArray()
    .slice(0, parsed.kind() === "ipv4" ? 3 : 6)
    .join(".");
}
