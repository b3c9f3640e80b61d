import { pathTo } from "../here/service-path.ts";
import { type Credentials, headersFor } from "./ask.ts";
import type { Session } from "./session.ts";

const firstPauseMs = 1000;
const longestPauseMs = 15_000;
/** A stream with no data for this long is closed. The service sends a keep-alive every 15 seconds. */
const silentMs = 40_000;

/**
 * Reports the session whenever it changes, until the signal aborts. Uses server-sent events, read with fetch because EventSource cannot send a
 * header. A broken stream is reopened; its first event is the current session.
 */
export async function follow(
  credentials: Credentials,
  told: (session: Session) => void,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      await listen(credentials, signal, (session) => {
        pauseMs = firstPauseMs;
        told(session);
      });
    } catch {
      // Unavailable or disconnected. The person learns of the problem from their next request, if it matters.
    }
    await pause(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
}

async function listen(credentials: Credentials, signal: AbortSignal, told: (session: Session) => void): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort();
  let timer = setTimeout(end, silentMs);
  signal.addEventListener("abort", end);
  try {
    const response = await fetch(pathTo("/api/v3/session/events"), {
      headers: { ...headersFor(credentials), accept: "text/event-stream" },
      credentials: "omit",
      cache: "no-store",
      signal: ending.signal,
    });
    if (!response.ok || !response.body) return;
    let text = "";
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(end, silentMs);
      text += decoder.decode(value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const session = sessionOf(block);
        if (session) told(session);
      }
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/** Parses an event of the stream (HTML, section 9.2.6); undefined for a comment, which is a keep-alive. */
export function sessionOf(block: string): Session | undefined {
  const values = (field: string) =>
    block
      .split("\n")
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ""));
  if (values("event")[0] !== "state") return undefined;
  return JSON.parse(values("data").join("\n")) as Session;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
