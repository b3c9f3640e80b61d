import type { FastifyRequest } from "fastify";

/** More than any body we accept. */
const bytesMax = 32 * 1024 * 1024;

/**
 * Reads and discards the rest of an unread body, up to a bound. Closing a connection with unread bytes resets it, and the client would lose
 * the error response (RFC 9112 section 9.6). Called before the response is sent; the server's `requestTimeout` bounds the time.
 */
export async function discardRest({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  let bytes = 0;
  raw.on("error", () => {});
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) raw.destroy();
  });
}
