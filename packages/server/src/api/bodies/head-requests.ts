import { PassThrough, Readable } from "node:stream";
import type { onSendAsyncHookHandler } from "fastify";

/**
 * A HEAD request runs the handler of GET and gets no body. A streamed body is ended at once. Fastify would read it to its end, and a stream of
 * server-sent events would query its session every second without a reader.
 */
export const endStreamsOfHead: onSendAsyncHookHandler = async ({ method }, _reply, payload) => {
  if (method !== "HEAD" || !(payload instanceof Readable)) return payload;
  payload.destroy();
  return new PassThrough().end();
};
