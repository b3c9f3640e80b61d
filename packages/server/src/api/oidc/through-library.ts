import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { prefixOf } from "../path-prefix.ts";

/** Prevents clickjacking: a page that frames this one could make a person confirm what they do not see. */
const unframed = {
  "x-frame-options": "DENY",
  "content-security-policy": "frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/** Passes the request to the library, which writes the response itself, with the headers that every response of the service has. */
export async function throughLibrary(reply: FastifyReply, answer: () => Promise<unknown>): Promise<FastifyReply> {
  const headers = { ...reply.getHeaders(), ...unframed };
  reply.hijack();
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value ?? "");
  await answer();
  return reply;
}

/** The request's URL at the public address, whatever a proxy changed; headers of the caller are ignored. */
export function asSeen({ raw }: FastifyRequest, publicUrl: string): IncomingMessage {
  const { protocol, host } = new URL(publicUrl);
  const whole = raw.url ?? "/";
  // The library reads the path below its mount point, twice when a step ends.
  const path = whole.startsWith("/oidc/") ? whole.slice("/oidc".length) : whole;
  raw.headers.host = host;
  raw.headers["x-forwarded-host"] = host;
  raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  return Object.assign(raw, { url: path, originalUrl: `${prefixOf(publicUrl)}/oidc${path}` });
}
