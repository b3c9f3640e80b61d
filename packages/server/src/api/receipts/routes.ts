import type { FastifyInstance } from "fastify";
import { publicKeySet } from "../../features/receipts/receipt-keys.ts";
import type { Store } from "../../platform/store/store.ts";

/** A rotated key signs at once, and verifiers request the keys again when they see an unknown one. */
const cacheSeconds = 300;

/** The public keys of receipts, for everyone (RFC 7517). */
export function receiptRoutes({ store }: { readonly store: Store }) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/.well-known/jwks.json", { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header("cache-control", `public, max-age=${cacheSeconds}`)
        .header("access-control-allow-origin", "*")
        .type("application/jwk-set+json")
        .send(JSON.stringify(await store.run(() => publicKeySet(store.db)))),
    );
  };
}
