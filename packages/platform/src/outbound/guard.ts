import { isIP } from "node:net";
import type { Client } from "undici";
import { reachOf } from "./address.ts";
import { type Dial, WrongPeer, clientFor, dialTcp } from "./connect.ts";
import { hostOf } from "./domains.ts";
import { type Resolve, createResolve } from "./names/resolve.ts";

export interface GuardOptions {
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  readonly connectTimeoutMs?: number;
}

export type Way =
  /** `client` connects to the URL's origin only; the caller must destroy it. `isPrivate`: it may reach a private network. */
  | { readonly outcome: "open"; readonly client: Client; readonly isPrivate: boolean }
  /** `detail` is for the log. */
  | { readonly outcome: "blocked"; readonly detail: string };

/** Restricts requests on behalf of others to public addresses, whatever a name resolves to and however often that changes. */
export interface Guard {
  /**
   * @param allowPrivate whether addresses of private networks and of this machine are allowed, on every port
   * @param accountId whose turn resolving names takes; default: the host's own
   * @throws if the name resolves to no allowed address, or the signal's reason
   */
  wayTo(url: URL, allowPrivate: boolean, signal: AbortSignal, accountId?: string): Promise<Way>;
}

/** OWASP, Server-Side Request Forgery Prevention. */
export function createGuard(options: GuardOptions): Guard {
  const { resolve = createResolve(), dial = dialTcp, connectTimeoutMs = 3_000 } = options;

  const addressesOf = async (host: string, of: string, signal: AbortSignal): Promise<readonly string[]> => {
    const literal = literalOf(host);
    return literal === undefined ? withSignal(resolve(host, of, signal), signal) : [literal];
  };

  return {
    wayTo: async (url, allowPrivate, signal, accountId) => {
      const host = hostOf(url);
      const refusal = rejectionOf(url, allowPrivate);
      if (refusal !== undefined) return { outcome: "blocked", detail: refusal };
      const addresses = await addressesOf(host, accountId ?? host, signal);
      if (!addresses.every((address) => mayReach(address, allowPrivate))) {
        return { outcome: "blocked", detail: `${host} leads to ${addresses.join(", ")}` };
      }
      const isPrivate = addresses.some((address) => reachOf(address) !== "public");
      return { outcome: "open", isPrivate, client: await clientFor(url, addresses, connectTimeoutMs, dial) };
    },
  };
}

/** Why a URL is rejected, as far as the URL alone shows. @returns for the log; undefined if it depends on what its name resolves to */
export function rejectionOf(url: URL, allowPrivate: boolean): string | undefined {
  const host = hostOf(url);
  if (!allowPrivate && !isWebPort(url)) return `${host}: port ${url.port}`;
  const literal = literalOf(host);
  // RFC 6761, section 6.3: such a name is this machine.
  const here = host === "localhost" || host.endsWith(".localhost");
  const reachable = literal === undefined ? !here || allowPrivate : mayReach(literal, allowPrivate);
  return reachable ? undefined : `${host} is not a public address`;
}

/** The IP address, if the host is one and not a name. */
function literalOf(host: string): string | undefined {
  const literal = host.replace(/^\[|\]$/g, "");
  return isIP(literal) === 0 ? undefined : literal;
}

/** Maps an error of a request to its failure. */
export function failureOf(
  url: URL,
  error: unknown,
): { readonly outcome: "blocked" | "failed"; readonly detail: string } {
  const host = hostOf(url);
  if (error instanceof WrongPeer) return { outcome: "blocked", detail: `${host}: ${error.message}` };
  return { outcome: "failed", detail: `${host}: ${describe(error)}` };
}

function mayReach(address: string, allowPrivate: boolean): boolean {
  const reach = reachOf(address);
  return reach === "public" || (reach === "local" && allowPrivate);
}

/** The web's ports and those above the privileged range; others belong to mail, remote shells and system services. */
function isWebPort(url: URL): boolean {
  return url.port === "" || url.port === "80" || url.port === "443" || Number(url.port) >= 1024;
}

/** Stops waiting for work that cannot be canceled, such as a turn. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason as Error);
    signal.addEventListener("abort", give, { once: true });
    if (signal.aborted) give();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
