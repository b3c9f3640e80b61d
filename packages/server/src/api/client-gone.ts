import type { ServerResponse } from "node:http";

/** Aborts when the connection closes before the response was sent whole: nobody is waiting for the answer any more. */
export function clientGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
