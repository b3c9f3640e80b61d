import { SpanKind } from "@opentelemetry/api";
import type { Client, Dispatcher } from "undici";
import { isAllowedHost } from "../../platform/outbound/domains.ts";
import { Gathered } from "./gathered.ts";
import { type GuardOptions, createGuard, failureOf } from "../../platform/outbound/guard.ts";
import { photoBytesMax } from "./limits.ts";
import { type PhotoUrl, parsePhotoUrl } from "../../platform/outbound/photo-url.ts";
import { inSpan, setError } from "../../platform/tracing/spans.ts";

export type DownloadResult =
  | { readonly outcome: "downloaded"; readonly bytes: Uint8Array }
  /** `detail` is for the log: why, and at which host, never the address itself, which may hold a signature. */
  | {
      readonly outcome: "invalid_url" | "blocked" | "failed" | "too_large";
      readonly detail: string;
      /** The host asked for patience (429, 503), by as much as its Retry-After says. */
      readonly retryAfterMs?: number;
    };

/**
 * Fetches a photo.
 * @param allowedDomains of the caller, beside the service's own
 * @param accountId on whose behalf
 */
export type Download = (
  url: string,
  allowedDomains: readonly string[],
  signal: AbortSignal,
  accountId?: string,
) => Promise<DownloadResult>;

export interface DownloadOptions extends GuardOptions {
  /** Named by the operator, for every caller. */
  readonly allowedDomains: readonly string[];
  /**
   * For intranets: behind the hosts that the operator names may be addresses of private networks and of this machine, on every port.
   * Hosts that an account adds stay public, or its members could read the operator's network.
   */
  readonly allowPrivate: boolean;
  readonly totalTimeoutMs?: number;
}

const redirectsMax = 3;

/**
 * A downloader that goes only where it may: hosts on a list, and public addresses behind them, both checked again at each
 * redirect (OWASP, Server-Side Request Forgery Prevention). It sends no credentials and no cookies, and keeps none.
 */
export function createDownload(options: DownloadOptions): Download {
  const { totalTimeoutMs = 10_000 } = options;
  const guard = createGuard(options);

  const download: Download = async (text, callerDomains, clientSignal, accountId) => {
    const signal = AbortSignal.any([clientSignal, AbortSignal.timeout(totalTimeoutMs)]);
    let target: PhotoUrl = parsePhotoUrl(text);
    if (target.outcome === "invalid") return { outcome: "invalid_url", detail: "not an http or https address" };

    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      if (target.outcome !== "usable") return { outcome: "blocked", detail: `a redirect that is ${target.outcome}` };
      const { url, host } = target;
      const named = isAllowedHost(host, options.allowedDomains);
      if (!named && !isAllowedHost(host, callerDomains)) {
        return { outcome: "blocked", detail: `${host} is not on the list` };
      }
      const allowPrivate = named && options.allowPrivate;
      try {
        const way = await guard.wayTo(url, allowPrivate, signal, accountId);
        if (way.outcome !== "open") return way;
        const hop = await fetchOnce(url, way.client, signal);
        if (hop.outcome !== "redirect") return hop;
        target = parsePhotoUrl(hop.location, url);
        if (url.protocol === "https:" && target.outcome === "usable" && target.url.protocol === "http:") {
          return { outcome: "failed", detail: `${host} redirects from https to http` };
        }
      } catch (error) {
        return failureOf(url, error);
      }
    }
    return { outcome: "failed", detail: "too many redirects" };
  };
  // Without `traceparent`: it would reveal to a foreign host which photos belong to one request.
  return (...wanted) =>
    inSpan("download", { kind: SpanKind.CLIENT }, async (span) => {
      const result = await download(...wanted);
      span.setAttribute("selfsame.outcome", result.outcome);
      if (result.outcome !== "downloaded") setError(span, result.outcome);
      return result;
    });
}

type Hop = DownloadResult | { readonly outcome: "redirect"; readonly location: string };

async function fetchOnce(url: URL, client: Client, signal: AbortSignal): Promise<Hop> {
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
  if (statusCode === 429 || statusCode === 503) {
    const retryAfterMs = retryAfterOf(headers["retry-after"]);
    return { outcome: "failed", detail: `${host}: status ${statusCode}`, retryAfterMs };
  }
  if (statusCode < 200 || statusCode > 299) return { outcome: "failed", detail: `${host}: status ${statusCode}` };
  if (isPacked(headers["content-encoding"])) {
    return { outcome: "failed", detail: `${host}: a content encoding that was not requested` };
  }
  if (Number(headers["content-length"]) > photoBytesMax) return { outcome: "too_large", detail: host };

  const bytes = new Gathered();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (bytes.length + chunk.length > photoBytesMax) return { outcome: "too_large", detail: host };
    bytes.add(chunk);
  }
  return { outcome: "downloaded", bytes: bytes.take() };
}

/** The content codings that change bytes (the HTTP Content Coding Registry of IANA). */
const packings: ReadonlySet<string> = new Set([
  "gzip",
  "x-gzip",
  "compress",
  "x-compress",
  "deflate",
  "br",
  "zstd",
  "dcb",
  "dcz",
  "exi",
  "pack200-gzip",
  "aes128gcm",
]);

/**
 * Whether a body is packed, though the photo was requested as it is: unpacking what nobody requested is how a gzip bomb goes off. Object stores send
 * whatever their uploader wrote into this header ("", "base64", "utf-8", "aws-chunked", "binary"): those name no coding, and the bytes are the photo's.
 */
function isPacked(header: string | string[] | undefined): boolean {
  const codings = [header ?? ""].flat().join(",").toLowerCase().split(",");
  return codings.some((coding) => packings.has(coding.trim()));
}

/** RFC 9110, section 10.2.3: seconds or a date. Five seconds where it is neither, an hour at most. */
function retryAfterOf(header: string | string[] | undefined): number {
  const text = typeof header === "string" ? header : "";
  const afterMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(afterMs) ? 5000 : Math.min(Math.max(afterMs, 1000), 3600_000);
}
