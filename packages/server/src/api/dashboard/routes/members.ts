import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { changeRole, transferOwnership, removeMember } from "../../../accounts/people/teams/changes.ts";
import type { Asking, MemberChanged } from "../../../accounts/people/teams/changes.ts";
import { keysOfPerson } from "../../../accounts/keys/of-person.ts";
import { listMembers, roleIn } from "../../../accounts/people/teams/members.ts";
import { role } from "../answers/account.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { id, nothing, parse } from "../parse.ts";
import type { Guards, Me } from "../signed-in.ts";

const roleBody = z.strictObject({ role });
const removeBody = z.strictObject({ revokeKeys: z.array(z.string().max(40)).max(200).default([]) });

export const asking = ({ account, user, by }: Me): Asking => ({ accountId: account.id, userId: user.id, by });

function done(outcome: MemberChanged): void {
  if (outcome !== "changed") throw new DashboardError(outcome);
}

/** The team's members and their roles. */
export function memberRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, now } = deps;

  const remove = async (me: Me, userId: string, body: unknown) => {
    const { revokeKeys } = parse(removeBody, body);
    const removed = await removeMember(store, asking(me), userId, revokeKeys, now());
    if (removed.outcome !== "removed") throw new DashboardError(removed.outcome);
    if (removed.revoked.length > 0) deps.access.callers.forget();
    return { revoked: removed.revoked, goOn: removed.goOn };
  };

  app.get(
    "/members",
    forSignedIn(async (me) => ({ members: await listMembers(store.db, me.account.id) })),
  );

  app.get(
    "/members/:id/keys",
    forSignedIn(async (me, request) => {
      const member = parse(id, request.params).id;
      if (!(await roleIn(store.db, me.account.id, member))) throw new DashboardError("not_found");
      return { keys: await keysOfPerson(store.db, me.account.id, member, now()) };
    }),
  );

  app.patch(
    "/members/:id",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const body = parse(roleBody, request.body);
        done(await changeRole(store, asking(me), parse(id, request.params).id, body.role, now()));
        return reply.code(204).send();
      }),
    ),
  );

  app.post(
    "/members/:id/hand-over",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        done(await transferOwnership(store, asking(me), parse(id, request.params).id, now()));
        return reply.code(204).send();
      }),
    ),
  );

  app.delete(
    "/members/:id",
    forSignedIn(
      confirmed(async (me, request) => {
        return remove(me, parse(id, request.params).id, request.body);
      }),
    ),
  );

  app.post(
    "/leave",
    forSignedIn(
      confirmed(async (me, request) => {
        return remove(me, me.user.id, request.body);
      }),
    ),
  );
}
