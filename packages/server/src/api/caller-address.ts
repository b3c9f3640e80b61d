import { isIP, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { isWithin } from "../accounts/keys/address-ranges.ts";

/**
 * The address a request comes from: the one that a trusted proxy names, if it is an address, else the connection's. A sender can write anything
 * into a header, and this value is logged, counted by and compared with ranges.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, "ip" | "socket">): string {
  return plainAddress(ip) ?? socket.remoteAddress ?? "";
}

/**
 * Some proxies add the port (`192.0.2.7:4711`, `[2001:db8::7]:4711`); a zone (`fe80::1%eth0`) is a matter of one machine, and of any length.
 *
 * @returns undefined for what is no address: 010.0.0.1 is none, which some read as 8.0.0.1
 */
export function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const [address = ""] = bare.split("%", 1);
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Whether a hop of X-Forwarded-For is a trusted proxy's. It is read as the caller's address is, with a port or without one: Fastify's own check
 * knows no ports, and takes the first proxy that adds one for the caller.
 * @param proxies addresses and ranges
 */
export function trusts(proxies: readonly string[]): (hop: string) => boolean {
  const ranges = proxies.map(rangeOf);
  return (hop) => {
    const address = plainAddress(hop.trim());
    return address !== undefined && isWithin(address, ranges);
  };
}

/** As `isWithin` takes it. An IPv4 address that is written as IPv6 (::ffff:10.0.0.0/104) is IPv4. */
function rangeOf(proxy: string): string {
  const [address = "", length] = proxy.split("/");
  const parsed = ipaddr.process(address);
  const mappedBits = parsed.kind() === "ipv4" && isIPv6(address) ? 96 : 0;
  const bits = length === undefined ? parsed.toByteArray().length * 8 : Number(length) - mappedBits;
  return `${parsed.toString()}/${Math.max(bits, 0)}`;
}
