import type { IncomingMessage } from "node:http";

/** More than any body we accept. */
const bytesMax = 32 * 1024 * 1024;

/**
 * Lets the rest of a body that nobody reads flow away, up to a bound. A connection closed with bytes unread is reset, and the
 * client would lose the very response that says what is wrong (RFC 9112 section 9.6). Called before the response is sent; the
 * server's `requestTimeout` bounds the time.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  request.on("error", () => {});
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) request.destroy();
  });
}
