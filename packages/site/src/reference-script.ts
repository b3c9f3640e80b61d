import scalar from "@scalar/fastify-api-reference";
import { fastify } from "fastify";

/** The script of the reference, 4 MB: the package gives it through a route and in no other way. */
export async function referenceScript(): Promise<Uint8Array> {
  const source = fastify();
  await source.register(scalar, { routePrefix: "/", configuration: { url: "/openapi.json" } });
  const { rawPayload } = await source.inject("/js/scalar.js");
  await source.close();
  return rawPayload;
}
