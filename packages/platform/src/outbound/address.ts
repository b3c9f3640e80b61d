import ipaddr from "ipaddr.js";

/** `local`: an intranet's or this machine's own. `forbidden`: never requested. */
export type Reach = "public" | "local" | "forbidden";

/**
 * Metadata services of clouds, which hand out credentials, outside of link-local (169.254.0.0/16 and fe80::/10 are forbidden anyway): Azure; Alibaba;
 * Amazon (EC2, EKS pod identity); Google; Linode; Scaleway. Each is in its maker's documentation.
 */
const metadata = new Set(
  [
    "168.63.129.16",
    "100.100.100.200",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:a9fe:a9fe::1",
    "fd00:42::42",
  ].map((address) => ipaddr.parse(address).toNormalizedString()),
);

const localRanges = new Set(["loopback", "private", "carrierGradeNat", "uniqueLocal"]);

/** 2000::/3, all assigned global unicast addresses (RFC 4291 section 2.4 and the IANA registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
/** RFC 6052. */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Classifies an address by the IANA special-purpose registries. Link-local is forbidden, not local: clouds have their metadata services there
 * (169.254.169.254, fe80::...), and no photos.
 * An IPv6 address with an embedded IPv4 address is judged by the latter if a resolver creates such addresses (NAT64, on networks without IPv4), or the
 * system would connect to it (IPv4-mapped). IPv4-mapped is never public, as no public name needs to resolve to one. 6to4 and Teredo are obsolete (RFC
 * 7526) and forbidden.
 * @param text as returned by a resolver or `socket.remoteAddress`
 */
export function reachOf(text: string): Reach {
  if (!ipaddr.isValid(text)) return "forbidden";
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return reachOfIPv4(address);
  if (address.zoneId !== undefined && address.zoneId !== null) return "forbidden";
  if (address.isIPv4MappedAddress()) {
    return reachOfIPv4(address.toIPv4Address()) === "local" ? "local" : "forbidden";
  }
  if (address.match(nat64)) return reachOfIPv4(embeddedIPv4(address)) === "public" ? "public" : "forbidden";
  if (metadata.has(address.toNormalizedString())) return "forbidden";
  const reach = reachOfRange(address.range());
  return reach === "public" && !address.match(globalUnicast) ? "forbidden" : reach;
}

function reachOfIPv4(address: ipaddr.IPv4): Reach {
  return metadata.has(address.toNormalizedString()) ? "forbidden" : reachOfRange(address.range());
}

function reachOfRange(range: string): Reach {
  if (range === "unicast") return "public";
  return localRanges.has(range) ? "local" : "forbidden";
}

function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

/** Whether two texts name one address: a dual-stack socket reports `::ffff:10.0.0.1` for `10.0.0.1`. */
export function isSameAddress(one: string, other: string): boolean {
  return (
    ipaddr.isValid(one) &&
    ipaddr.isValid(other) &&
    ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()
  );
}
