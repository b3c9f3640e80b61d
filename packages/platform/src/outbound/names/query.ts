import { Resolver } from "node:dns/promises";
import { setTimeout as pause } from "node:timers/promises";

/** A query is repeated after this time, then after about twice that. */
const timeoutMs = 1_000;
const tries = 3;
/**
 * How long to wait for the second address family after the first has answered: a server that never answers for IPv6 delays no request (RFC 8305, section
 * 3).
 */
const secondKindMs = 250;

interface Found {
  readonly addresses: readonly string[];
  /** Why there are none, if not because the name has none. */
  readonly failure?: unknown;
}

/**
 * Queries DNS for a name's IPv4 and IPv6 addresses. A resolver of its own, so that the signal cancels only this query, and c-ares: `dns.lookup` blocks
 * one of libuv's four threads for as long as a name server takes, whatever the signal does.
 * @param servers default: the system's
 * @returns none if the name has none
 * @throws if that cannot be known: the code of `node:dns`, or the signal's reason
 */
export async function query(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const enough = new AbortController();
  signal.addEventListener("abort", cancel);
  try {
    const four = found(resolver.resolve4(name));
    const six = found(resolver.resolve6(name));
    const first = await Promise.race([four, six]);
    const both = Promise.all([four, six]);
    const late = pause(secondKindMs, undefined, { signal: enough.signal }).catch(() => undefined);
    const all = first.addresses.length > 0 ? ((await Promise.race([both, late])) ?? [first]) : await both;
    signal.throwIfAborted();
    const [some = [], others = []] = all.map(({ addresses }) => addresses);
    // Alternates both families, so that a host on only one network soon gets an address of it.
    const addresses = some.flatMap((address, i) => [address, ...others.slice(i, i + 1)]);
    addresses.push(...others.slice(some.length));
    const failed = all.find(({ failure }) => failure !== undefined);
    if (addresses.length === 0 && failed) throw failed.failure;
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
    enough.abort();
    cancel();
  }
}

async function found(asked: Promise<string[]>): Promise<Found> {
  try {
    return { addresses: await asked };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOTFOUND" || code === "ENODATA" ? { addresses: [] } : { addresses: [], failure: error };
  }
}
