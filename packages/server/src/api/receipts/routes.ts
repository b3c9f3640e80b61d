import type { FastifyInstance } from "fastify";
import type { LinkLimits } from "../../features/sessions/visit/link-limits.ts";
import { publicKeySet } from "../../features/receipts/receipt-keys.ts";
import type { Store } from "@selfsame/platform/store/store";
import { limitPublicReads } from "../limit-public-reads.ts";

/** A rotated key signs at once, and verifiers request the keys again when they see an unknown one. */
const cacheSeconds = 300;

interface ReceiptRoutesDeps {
  readonly store: Store;
  readonly limits: Pick<LinkLimits, "read">;
}

/** The public keys of receipts, for everyone (RFC 7517). */
export function receiptRoutes({ store, limits }: ReceiptRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      "/.well-known/jwks.json",
      { schema: { hide: true }, onRequest: limitPublicReads(limits) },
      async (_request, reply) =>
        reply
          .header("cache-control", `public, max-age=${cacheSeconds}`)
          .header("access-control-allow-origin", "*")
          .type("application/jwk-set+json")
          .send(JSON.stringify(await store.run(() => publicKeySet(store.db)))),
    );
  };
}
