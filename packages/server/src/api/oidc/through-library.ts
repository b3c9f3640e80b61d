import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { prefixOf } from "../path-prefix.ts";

/** A page that shows this one in a frame could make a person confirm what they do not see. */
const unframed = {
  "x-frame-options": "DENY",
  "content-security-policy": "frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/** Lets the library answer, which writes to the response itself: with the headers that every answer of the service has. */
export async function throughLibrary(reply: FastifyReply, answer: () => Promise<unknown>): Promise<FastifyReply> {
  const headers = { ...reply.getHeaders(), ...unframed };
  reply.hijack();
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value ?? "");
  await answer();
  return reply;
}

/** The request at the address that clients know, whatever a proxy has made of it; nothing that the caller says of it counts. */
export function asSeen({ raw }: FastifyRequest, publicUrl: string): IncomingMessage {
  const { protocol, host } = new URL(publicUrl);
  const whole = raw.url ?? "/";
  // The library reads the path below its own, twice where a step ends.
  const path = whole.startsWith("/oidc/") ? whole.slice("/oidc".length) : whole;
  raw.headers.host = host;
  raw.headers["x-forwarded-host"] = host;
  raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  return Object.assign(raw, { url: path, originalUrl: `${prefixOf(publicUrl)}/oidc${path}` });
}
