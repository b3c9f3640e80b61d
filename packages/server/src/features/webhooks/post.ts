import type { Dispatcher } from "undici";
import { type GuardOptions, type Way, createGuard, failureOf } from "../../platform/outbound/guard.ts";
import { type Places, placeOf } from "../../platform/outbound/place.ts";

export type Posted =
  | { readonly outcome: "answered"; readonly status: number; readonly head: string }
  /** No answer came. `detail` is for the log. */
  | { readonly outcome: "blocked" | "failed" | "timeout"; readonly detail: string };

export interface PostOptions extends GuardOptions, Places {
  readonly totalTimeoutMs?: number;
}

/** Sends a body to an address that an account named: through the guard of downloads, without following redirects. */
export interface Post {
  /** Whether an address may be named at all. Where its name leads is looked at when something is sent. */
  readonly mayTell: (url: string) => boolean;
  readonly send: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    accountId?: string,
  ) => Promise<Posted>;
}

/** Of the answer's body, so that the endpoint's developers can see what it answered. */
const headBytesMax = 1024;

export function createPost(options: PostOptions): Post {
  const { totalTimeoutMs = 15_000 } = options;
  const guard = createGuard(options);

  return {
    mayTell: (text) => placeOf(text, options) !== undefined,
    send: async (text, headers, body, accountId) => {
      const found = placeOf(text, options);
      if (!found) return { outcome: "blocked", detail: "not an address that may be told" };
      const { url, privately } = found;
      const signal = AbortSignal.timeout(totalTimeoutMs);
      try {
        const way = await guard.wayTo(url, privately, signal, accountId);
        return way.outcome === "open" ? await postOnce(url, way, headers, body, signal) : way;
      } catch (error) {
        return signal.aborted ? { outcome: "timeout", detail: url.hostname } : failureOf(url, error);
      }
    },
  };
}

/** What is sent beside the headers of the delivery itself. */
export const postHeaders = {
  "content-type": "application/json",
  "user-agent": "selfsame",
  "accept-encoding": "identity",
} as const;

type OpenWay = Extract<Way, { readonly outcome: "open" }>;

async function postOnce(
  url: URL,
  { client, isPrivate }: OpenWay,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Posted> {
  try {
    const response = await client.request({
      method: "POST",
      path: url.pathname + url.search,
      headers: { ...postHeaders, ...headers },
      body,
      signal,
    });
    // What a private network answers is its operator's: an account sees the status only.
    response.body.on("error", () => {});
    return { outcome: "answered", status: response.statusCode, head: isPrivate ? "" : await readHead(response) };
  } finally {
    await client.destroy().catch(() => {});
  }
}

/** The rest is cut off, however much there is. What the status says counts even where the body breaks off. */
async function readHead({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= headBytesMax) break;
    }
  } catch {
    // Told by the status already.
  }
  // PostgreSQL takes no zero characters in text.
  return Buffer.concat(chunks).subarray(0, headBytesMax).toString().replaceAll("\0", "\u{FFFD}");
}
