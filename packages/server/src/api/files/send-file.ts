import type { FastifyReply, FastifyRequest } from "fastify";
import { encodingFor } from "./encoding.ts";
import type { ServedFile } from "./file.ts";

/** Sends a file in the smallest encoding that the client accepts, or 304 if the client has it. */
export async function sendFile(file: ServedFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  // Another encoding of the same content is another representation, with its own ETag (RFC 9110, section 8.8.3).
  const etag = `"${file.hash}-${encoding}"`;
  const varies = [reply.getHeader("vary"), "Accept-Encoding"].filter((name) => name !== undefined);
  reply.headers({ etag, vary: varies.join(", ") });
  if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type(file.type).send(await file.body(encoding));
}
