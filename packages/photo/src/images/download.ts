import type { Client, Dispatcher } from "undici";
import { isAllowedHost } from "@selfsame/platform/outbound/domains";
import { freeBytes } from "./free-bytes.ts";
import { Gathered } from "./gathered.ts";
import { type GuardOptions, createGuard, failureOf } from "@selfsame/platform/outbound/guard";
import { photoBytesMax } from "./limits.ts";
import { type PhotoUrl, parsePhotoUrl } from "@selfsame/platform/outbound/photo-url";
import { inSpan, setError, SpanKind } from "@selfsame/platform/tracing/spans";

export type DownloadResult =
  | { readonly outcome: "downloaded"; readonly bytes: Uint8Array }
  /** `detail` is for the log: the reason and the host, never the address itself, which may hold a signature. */
  | {
      readonly outcome: "invalid_url" | "blocked" | "failed" | "too_large";
      readonly detail: string;
      /** From the host's Retry-After (429, 503). */
      readonly retryAfterMs?: number;
    };

/**
 * Downloads a photo.
 * @param allowedDomains of the caller, in addition to the service's
 * @param accountId whose request it is
 */
export type Download = (
  url: string,
  allowedDomains: readonly string[],
  signal: AbortSignal,
  accountId?: string,
) => Promise<DownloadResult>;

export interface DownloadOptions extends GuardOptions {
  /** Set by the operator, for every caller. */
  readonly allowedDomains: readonly string[];
  /**
   * For intranets: hosts that the operator names may have private addresses or be this machine, on every port. Hosts that an account adds must be
   * public, or its members could read the operator's network.
   */
  readonly allowPrivate: boolean;
  readonly totalTimeoutMs?: number;
}

const redirectsMax = 3;

/**
 * Downloads only from allowed hosts with public addresses; both are checked again at each redirect (OWASP, Server-Side Request Forgery Prevention).
 * Sends no credentials or cookies, and keeps none.
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
    // The body may still be arriving: the rest is cut off instead of read.
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
    freeBytes(chunk);
  }
  return { outcome: "downloaded", bytes: bytes.take() };
}

/** Content codings that change bytes (IANA's HTTP Content Coding Registry). */
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
 * Whether a body is compressed, although the photo was requested uncompressed: decompressing on request of a host enables gzip bombs. Object stores send
 * whatever their uploader wrote into this header ("", "base64", "utf-8", "aws-chunked", "binary"): those name no coding, and the bytes are the photo's.
 */
function isPacked(header: string | string[] | undefined): boolean {
  const codings = [header ?? ""].flat().join(",").toLowerCase().split(",");
  return codings.some((coding) => packings.has(coding.trim()));
}

/** RFC 9110, section 10.2.3: seconds or a date. Five seconds if it is neither, at most an hour. */
function retryAfterOf(header: string | string[] | undefined): number {
  const text = typeof header === "string" ? header : "";
  const afterMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(afterMs) ? 5000 : Math.min(Math.max(afterMs, 1000), 3600_000);
}
