import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../accounts/limits/network.ts";
import { createOidc, type OidcDeps } from "../../features/oidc/provider.ts";
import { publishedKeys } from "../../features/oidc/signing-keys.ts";
import { rawBodies } from "../bodies/raw-bodies.ts";
import { addressOf } from "../caller-address.ts";
import { faceStep } from "./face-step.ts";
import { asSeen, throughLibrary } from "./through-library.ts";

/** Requests per minute of one network: of its browsers, and of the clients' servers in it. */
export const networkMax = { browser: 120, server: 1200 } as const;

/** A client's assertion, challenge and state take about 4 KB. */
const bodyBytesMax = 16 * 1024;

/** A rotated key signs at once, and clients request the keys again when they see an unknown one. */
const keysCachedSeconds = 300;

/** The library's routes in use; its other routes are off. */
const paths = [
  ["GET", "/.well-known/openid-configuration", "server"],
  ["GET", "/auth", "browser"],
  ["POST", "/auth", "browser"],
  ["GET", "/auth/:uid", "browser"],
  ["POST", "/request", "server"],
  ["POST", "/token", "server"],
  ["GET", "/me", "server"],
  ["POST", "/me", "server"],
] as const;

/** The OpenID Connect provider, at /oidc. */
export function oidcRoutes(deps: OidcDeps) {
  const oidc = createOidc(deps);
  const { sessions, counters } = deps;

  /** @returns whether the request was rejected because its network sends too many */
  const tooMany = async (request: FastifyRequest, reply: FastifyReply, kind: keyof typeof networkMax) => {
    const { value, resetMs } = await counters.add(`${kind}:${networkOf(addressOf(request))}`, 1, 60);
    if (value <= networkMax[kind]) return false;
    reply.headers({ "retry-after": Math.max(1, Math.ceil(resetMs / 1000)), "cache-control": "no-store" });
    await refuse(reply, 429, "temporarily_unavailable", "Too many requests. Try again later.");
    return true;
  };

  return async (app: FastifyInstance): Promise<void> => {
    rawBodies(app);

    app.get("/jwks", { schema: { hide: true } }, async (request, reply) => {
      if (await tooMany(request, reply, "server")) return reply;
      return reply
        .headers({ "cache-control": `public, max-age=${keysCachedSeconds}`, "access-control-allow-origin": "*" })
        .type("application/jwk-set+json")
        .send(JSON.stringify(await sessions.store.run(() => publishedKeys(sessions.store.db, sessions.now()))));
    });

    for (const [method, url, kind] of paths) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        if (await tooMany(request, reply, kind)) return reply;
        if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) {
          return refuse(reply, 413, "invalid_request", "The request is too large.");
        }
        const library = await oidc.provider();
        return throughLibrary(reply, () => library.callback()(asSeen(request, deps.publicUrl()), reply.raw));
      };
      app.route({ method, url, schema: { hide: true }, handler });
    }
    faceStep(app, deps, oidc);
  };
}

/** Error format of RFC 6749, 5.2: clients know no other. */
const refuse = (reply: FastifyReply, status: number, error: string, error_description: string) =>
  reply.code(status).send({ error, error_description });
