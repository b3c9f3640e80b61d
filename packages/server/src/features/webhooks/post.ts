import type { Dispatcher } from "undici";
import { type GuardOptions, type Way, createGuard, failureOf } from "@selfsame/platform/outbound/guard";
import { type Places, placeOf } from "@selfsame/platform/outbound/place";

export type Posted =
  | { readonly outcome: "answered"; readonly status: number; readonly head: string }
  /** No answer. `detail` is for the log. */
  | { readonly outcome: "blocked" | "failed" | "timeout"; readonly detail: string };

export interface PostOptions extends GuardOptions, Places {
  readonly totalTimeoutMs?: number;
}

/** Posts to an address that an account named: through the guard of downloads, without following redirects. */
export interface Post {
  /** Whether an address is permitted at all. What its name resolves to is checked when something is sent. */
  readonly mayTell: (url: string) => boolean;
  readonly send: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    accountId?: string,
  ) => Promise<Posted>;
}

/** Bytes of the answer's body to keep, for the endpoint's developers. */
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

/** Headers besides those of the delivery itself. */
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
    // Answers from a private network are its operator's business: the account sees only the status.
    response.body.on("error", () => {});
    return { outcome: "answered", status: response.statusCode, head: isPrivate ? "" : await readHead(response) };
  } finally {
    await client.destroy().catch(() => {});
  }
}

/** The rest is cut off. The status counts even if the body breaks off. */
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
    // The status has told already.
  }
  // PostgreSQL's text cannot contain NUL.
  return Buffer.concat(chunks).subarray(0, headBytesMax).toString().replaceAll("\0", "\u{FFFD}");
}
