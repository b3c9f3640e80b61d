import { createTurns } from "../../turns.ts";
import { fileContent } from "./file-content.ts";
import { hostsPath, parseHosts } from "./hosts-file.ts";
import { query } from "./query.ts";
import { namesToAsk, parseSearchList, resolvConfPath } from "./search-list.ts";

/**
 * Every address of a name.
 * @param of on whose behalf: an account, or what else has places of its own
 * @throws when it has none, when that cannot be known, or the signal's reason
 */
export type Resolve = (name: string, of: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface ResolveOptions {
  /** Name servers, with their ports. The system's unless given. */
  readonly servers?: readonly string[];
  readonly hostsPath?: string;
  readonly resolvConfPath?: string;
}

/** More than an account has photos on their way. Who has so many slow names waits for its own. */
const atOnceOfOne = 16;

/**
 * Resolves as the system does, but without its threads: the hosts file, then DNS, with the search list of resolv.conf. Other sources of the system
 * (mDNS, NIS, LDAP) are not used. There is no cache: a machine's name servers cache answers themselves.
 */
export function createResolve(options: ResolveOptions = {}): Resolve {
  const hosts = fileContent(options.hostsPath ?? hostsPath, parseHosts);
  const searchList = fileContent(options.resolvConfPath ?? resolvConfPath, parseSearchList);
  const turns = createTurns(atOnceOfOne);
  return async (name, of, signal) => {
    const known = (await hosts()).get(name);
    if (known) return known;
    // RFC 6761, section 6.3: not a question for a name server.
    if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
    const asked = namesToAsk(name, await searchList());
    return turns.take(of, async () => {
      for (const one of asked) {
        // One that cannot be asked ends it: another of that name must not be taken for it.
        const addresses = await query(one, options.servers, signal);
        if (addresses.length > 0) return addresses;
      }
      throw Object.assign(new Error("the name has no address"), { code: "ENOTFOUND" });
    });
  };
}
