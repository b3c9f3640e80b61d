import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { setOperator } from "../../../../accounts/people/accounts/operators.ts";
import { findUser, listUsers } from "../../../../accounts/people/accounts/users.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import { endSignIns } from "../../../../accounts/people/accounts/sign-in-sessions.ts";
import { homeOf } from "../../../../accounts/people/teams/members.ts";
import type { DashboardDeps } from "../../deps.ts";
import { DashboardError } from "../../errors.ts";
import { id, nothing, parse } from "../../parse.ts";
import type { Guards } from "../../signed-in.ts";
import { linkFor } from "./link-for.ts";

const personBody = z.strictObject({ operator: z.boolean() });

/** All people of the service: operator rights, links to reset a password, and signing out. */
export function peopleRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, now } = deps;

  app.get(
    "/people",
    forSignedIn(async () => ({ people: await listUsers(store.db) })),
  );

  app.patch(
    "/people/:id",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { operator } = parse(personBody, request.body);
        const outcome = await setOperator(store, me.by, parse(id, request.params).id, operator, now());
        if (outcome !== "changed") throw new DashboardError(outcome);
        return reply.code(204).send();
      }),
    ),
  );

  app.post(
    "/people/:id/reset-link",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const user = await findUser(store.db, parse(id, request.params).id);
        // Only the first user before the setup has no e-mail address: there is no password to reset.
        if (!user?.email) throw new DashboardError("not_found");
        return reply.code(201).send(await linkFor(deps, me, request, user, "reset"));
      }),
    ),
  );

  // Requires no password again: it must be quick after a session was stolen.
  app.post(
    "/people/:id/sign-out",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const user = await findUser(store.db, parse(id, request.params).id);
      if (!user) throw new DashboardError("not_found");
      await endSignIns(store.db, user.id, null);
      await writeAudit(store.db, now(), me.by, "session_ended", await homeOf(store.db, user.id), user.email);
      return reply.code(204).send();
    }),
  );
}
