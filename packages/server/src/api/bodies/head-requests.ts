import { PassThrough, Readable } from "node:stream";
import type { onSendAsyncHookHandler } from "fastify";

/**
 * What answers a GET answers a HEAD, without a body. A body that is a stream is ended and not, as fastify does it, read to its end: one of
 * server-sent events would look at its session each second, for nobody.
 */
export const endStreamsOfHead: onSendAsyncHookHandler = async ({ method }, _reply, payload) => {
  if (method !== "HEAD" || !(payload instanceof Readable)) return payload;
  payload.destroy();
  return new PassThrough().end();
};
