import { isIP, isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

export const rangesMax = 32;

export type ReadRange = { readonly range: string } | { readonly problem: string };

/**
 * Parses an address range (RFC 4632, RFC 4291): `192.0.2.0/24`, `2001:db8::/32`, or one address. @returns its normal form, or what is wrong with it,
 * safe to send
 */
export function readRange(text: string): ReadRange {
  const [address = "", length, ...rest] = text.trim().split("/");
  const shown = JSON.stringify(text.slice(0, 60));
  // Not ipaddr.js, which also accepts 10.1 and 0x7f.1; and no zone, which is local to one machine.
  if ((!isIPv4(address) && !isIPv6(address)) || address.includes("%") || rest.length > 0) {
    return { problem: `${shown} is no address range: write it as 192.0.2.0/24 or 2001:db8::/32` };
  }
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) {
    return { problem: `${shown} is an IPv4 address: write it as ${parsed.toIPv4Address().toString()}` };
  }
  const bits = parsed.toByteArray().length * 8;
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > bits)) {
    return { problem: `${shown} has no length after the slash from 0 to ${bits}` };
  }
  const cidr = `${parsed.toString()}/${Number(length ?? bits)}`;
  const network = (bits === 32 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(cidr);
  if (network.toString() !== parsed.toString()) {
    return { problem: `${shown} begins in the midst of a range: write it as ${network.toString()}/${Number(length)}` };
  }
  return { range: cidr };
}

/** Whether all addresses of `inner` are in `outer`; an empty list means everywhere. Ranges in normal form. */
export function isRangesWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  const cidrs = outer.map((range) => ipaddr.parseCIDR(range));
  return (
    inner.length > 0 &&
    inner.every((range) => {
      const [address, length] = ipaddr.parseCIDR(range);
      return cidrs.some((cidr) => address.kind() === cidr[0].kind() && length >= cidr[1] && address.match(cidr));
    })
  );
}

/** @param ranges in normal form; an empty list means everywhere */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  // Not ipaddr.js, which reads 010.0.0.1 as 8.0.0.1.
  if (isIP(address) === 0) return false;
  // Dual-stack sockets report ::ffff:192.0.2.7 for 192.0.2.7.
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const cidr = ipaddr.parseCIDR(range);
    return parsed.kind() === cidr[0].kind() && parsed.match(cidr);
  });
}
