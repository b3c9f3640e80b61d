import { createTurns } from "../../turns.ts";
import { fileContent } from "./file-content.ts";
import { hostsPath, parseHosts } from "./hosts-file.ts";
import { query } from "./query.ts";
import { namesToAsk, parseSearchList, resolvConfPath } from "./search-list.ts";

/**
 * Resolves every address of a name.
 * @param of whose turn it takes: an account, or another name
 * @throws if it has none, if that cannot be known, or the signal's reason
 */
export type Resolve = (name: string, of: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface ResolveOptions {
  /** Name servers, with their ports. Default: the system's. */
  readonly servers?: readonly string[];
  readonly hostsPath?: string;
  readonly resolvConfPath?: string;
}

/** More than an account has photos in transit. An account with as many slow names waits only for its own. */
const atOnceOfOne = 16;

/**
 * Resolves as the system does, but without its threads: the hosts file, then DNS with the search list of resolv.conf. Other sources (mDNS, NIS, LDAP)
 * are not used. No cache: name servers cache themselves.
 */
export function createResolve(options: ResolveOptions = {}): Resolve {
  const hosts = fileContent(options.hostsPath ?? hostsPath, parseHosts);
  const searchList = fileContent(options.resolvConfPath ?? resolvConfPath, parseSearchList);
  const turns = createTurns(atOnceOfOne);
  return async (name, of, signal) => {
    const known = (await hosts()).get(name);
    if (known) return known;
    // RFC 6761, section 6.3: never sent to a name server.
    if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
    const asked = namesToAsk(name, await searchList());
    return turns.take(of, async () => {
      for (const one of asked) {
        // An error ends the search: the next candidate could be another host of that name.
        const addresses = await query(one, options.servers, signal);
        if (addresses.length > 0) return addresses;
      }
      throw Object.assign(new Error("the name has no address"), { code: "ENOTFOUND" });
    });
  };
}
