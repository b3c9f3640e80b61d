import type { Dispatcher } from "undici";
import { type GuardOptions, createGuard } from "./guard.ts";
import { type Places, placeOf } from "./place.ts";

/** A provider's metadata, keys and tokens take some kilobytes. */
const usualAnswerBytesMax = 512 * 1024;

export interface GuardedFetchOptions extends GuardOptions, Places {
  /** Of a request including its answer. */
  readonly totalTimeoutMs?: number;
  readonly answerBytesMax?: number;
}

/** The part of `fetch` that openid-client uses. */
export type GuardedFetch = (
  address: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    /** openid-client sends forms only. */
    readonly body?: unknown;
    readonly signal?: AbortSignal | null | undefined;
  },
) => Promise<Response>;

/** The provider could not be reached, or its answer exceeds a limit. The message is for the log. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/**
 * Requests to a provider whose address a team's owner entered: through the guard of downloads, without following redirects (OWASP, Server-Side Request
 * Forgery Prevention).
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { totalTimeoutMs = 10_000, answerBytesMax = usualAnswerBytesMax } = options;
  const guard = createGuard(options);
  return async (address, { method, headers, body, signal }) => {
    const place = placeOf(address, options);
    if (!place) throw new NoAnswer("not an address that may be asked");
    const { url, privately } = place;
    const within = AbortSignal.any([AbortSignal.timeout(totalTimeoutMs), ...(signal ? [signal] : [])]);
    const way = await guard.wayTo(url, privately, within);
    if (way.outcome !== "open") throw new NoAnswer(way.detail);
    const { client } = way;
    try {
      const response = await client.request({
        method,
        path: url.pathname + url.search,
        headers: { ...headers, "accept-encoding": "identity" },
        ...(body instanceof URLSearchParams && { body: body.toString() }),
        signal: within,
      });
      return new Response(await readBounded(response, answerBytesMax), {
        status: response.statusCode,
        headers: typeOf(response),
      });
    } finally {
      // The rest of an answer over the limit is cut off, not read.
      await client.destroy().catch(() => {});
    }
  };
}

/** The only headers that are used. */
function typeOf({ headers }: Dispatcher.ResponseData): Record<string, string> {
  const type = headers["content-type"];
  return typeof type === "string" ? { "content-type": type } : {};
}

async function readBounded(
  { body, statusCode }: Dispatcher.ResponseData,
  answerBytesMax: number,
): Promise<Buffer<ArrayBuffer> | null> {
  body.on("error", () => {});
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > answerBytesMax) throw new NoAnswer(`more than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  // These statuses have no body (Fetch standard).
  return [204, 205, 304].includes(statusCode) ? null : Buffer.concat(chunks);
}
