import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Client, type Dispatcher } from "undici";
import { reachOf } from "./address.ts";
import { type Dial, WrongPeer, connectorFor, dialTcp } from "./connect.ts";
import { isAllowedHost } from "./domains.ts";
import { photoBytesMax } from "./limits.ts";
import { type PhotoUrl, parsePhotoUrl } from "./photo-url.ts";

export type DownloadResult =
  | { readonly outcome: "downloaded"; readonly bytes: Uint8Array }
  /** `detail` is for the log: why, and at which host, never the address itself, which may hold a signature. */
  | { readonly outcome: "invalid_url" | "blocked" | "failed" | "too_large"; readonly detail: string };

/**
 * Fetches a photo.
 * @param allowedDomains of the caller, beside the service's own
 */
export type Download = (url: string, allowedDomains: readonly string[], signal: AbortSignal) => Promise<DownloadResult>;

/** Every address of a name. @throws when it has none */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface DownloadOptions {
  readonly allowedDomains: readonly string[];
  /** For intranets: addresses of private networks and of this machine may be fetched from, on every port. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
}

const redirectsMax = 3;

const resolveBySystem: Resolve = async (name) =>
  (await lookup(name, { all: true, order: "verbatim" })).map(({ address }) => address);

/**
 * A downloader that goes only where it may: hosts on a list, and public addresses behind them, both checked again at each
 * redirect (OWASP, Server-Side Request Forgery Prevention). It sends no credentials and no cookies, and keeps none.
 */
export function createDownload(options: DownloadOptions): Download {
  const { resolve = resolveBySystem, dial = dialTcp, connectTimeoutMs = 3_000, totalTimeoutMs = 10_000 } = options;

  const addressesOf = async (host: string, signal: AbortSignal): Promise<readonly string[]> => {
    const literal = host.replace(/^\[|\]$/g, "");
    return isIP(literal) === 0 ? withSignal(resolve(host), signal) : [literal];
  };
  const mayReach = (address: string) => {
    const reach = reachOf(address);
    return reach === "public" || (reach === "local" && options.allowPrivate);
  };

  return async (text, callerDomains, clientSignal) => {
    const allowed = [...options.allowedDomains, ...callerDomains];
    const signal = AbortSignal.any([clientSignal, AbortSignal.timeout(totalTimeoutMs)]);
    let target: PhotoUrl = parsePhotoUrl(text);
    if (target.outcome === "invalid") return { outcome: "invalid_url", detail: "not an http or https address" };

    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      if (target.outcome !== "usable") return { outcome: "blocked", detail: `a redirect that is ${target.outcome}` };
      const { url, host } = target;
      if (!isAllowedHost(host, allowed)) return { outcome: "blocked", detail: `${host} is not on the list` };
      if (!options.allowPrivate && !isWebPort(url)) return { outcome: "blocked", detail: `${host}: port ${url.port}` };
      try {
        const addresses = await addressesOf(host, signal);
        if (!addresses.every(mayReach))
          return { outcome: "blocked", detail: `${host} leads to ${addresses.join(", ")}` };
        const hop = await fetchOnce(url, connectorFor(addresses, connectTimeoutMs, dial), signal);
        if (hop.outcome !== "redirect") return hop;
        target = parsePhotoUrl(hop.location, url);
        if (url.protocol === "https:" && target.outcome === "usable" && target.url.protocol === "http:") {
          return { outcome: "failed", detail: `${host} redirects from https to http` };
        }
      } catch (error) {
        if (error instanceof WrongPeer) return { outcome: "blocked", detail: `${host}: ${error.message}` };
        return { outcome: "failed", detail: `${host}: ${describe(error)}` };
      }
    }
    return { outcome: "failed", detail: "too many redirects" };
  };
}

/** The web's own ports and those that anyone may open; the others belong to mail, remote shells, databases of the system. */
function isWebPort(url: URL): boolean {
  return url.port === "" || url.port === "80" || url.port === "443" || Number(url.port) >= 1024;
}

type Hop = DownloadResult | { readonly outcome: "redirect"; readonly location: string };

async function fetchOnce(url: URL, connect: ReturnType<typeof connectorFor>, signal: AbortSignal): Promise<Hop> {
  const client = new Client(url.origin, { connect, pipelining: 1, maxHeaderSize: 16 * 1024 });
  try {
    const response = await client.request({
      method: "GET",
      path: url.pathname + url.search,
      headers: { accept: "image/*", "accept-encoding": "identity", "user-agent": "selfsame" },
      signal,
    });
    return await readResponse(url, response);
  } finally {
    // The body may still be coming: what is not needed is cut off, not read to its end.
    await client.destroy().catch(() => {});
  }
}

async function readResponse(url: URL, response: Dispatcher.ResponseData): Promise<Hop> {
  const { statusCode, headers, body } = response;
  body.on("error", () => {});
  const { location } = headers;
  if ([301, 302, 303, 307, 308].includes(statusCode) && typeof location === "string") {
    return { outcome: "redirect", location };
  }
  const host = url.hostname;
  if (statusCode < 200 || statusCode > 299) return { outcome: "failed", detail: `${host}: status ${statusCode}` };
  // We asked for the photo as it is; unpacking what we did not ask for is how a gzip bomb goes off.
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") return { outcome: "failed", detail: `${host}: a content encoding we did not ask for` };
  if (Number(headers["content-length"]) > photoBytesMax) return { outcome: "too_large", detail: host };

  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > photoBytesMax) return { outcome: "too_large", detail: host };
    chunks.push(chunk);
  }
  return { outcome: "downloaded", bytes: Buffer.concat(chunks) };
}

/** For what has no way to be cancelled, such as the system's resolver: stops waiting for it. */
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
