import type { FastifyInstance } from "fastify";
import { eraseKey } from "../../../features/retention/erasures.ts";
import type { KeyDeps } from "../../../accounts/keys/keys.ts";
import { makePlaygroundKey } from "../../../accounts/keys/playground-key.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { id, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

/** Key routes that version 3 lacks: the playground's key, and the removal of an ended key. */
export function keyRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, now, access } = deps;
  const keys: KeyDeps = { store, now, changed: () => access.callers.forget() };

  app.post(
    "/keys/playground",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const { secret } = await makePlaygroundKey(keys, me.by, me.account.id);
      return reply.code(201).send({ secret });
    }),
  );

  app.delete(
    "/keys/:id",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        if (!(await eraseKey(keys, me.by, me.account.id, parse(id, request.params).id))) {
          throw new DashboardError("not_found");
        }
        return reply.code(204).send();
      }),
    ),
  );
}
