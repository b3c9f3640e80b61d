import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

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
