import type { FastifyRequest } from "fastify";

/** More than any body we accept. */
const bytesMax = 32 * 1024 * 1024;

/**
 * Lets the rest of a body that nobody reads flow away, up to a bound. A connection closed with bytes unread is reset, and the
 * client would lose the very response that says what is wrong (RFC 9112 section 9.6). Called before the response is sent; the
 * server's `requestTimeout` bounds the time.
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
