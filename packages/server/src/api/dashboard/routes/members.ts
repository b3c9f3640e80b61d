import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { linkPath } from "../../../people/accounts/links.ts";
import { changeRole, handOver, removeMember } from "../../../people/teams/changes.ts";
import type { Asking, MemberChanged } from "../../../people/teams/changes.ts";
import { invite, listInvitations, withdraw } from "../../../people/teams/invitations.ts";
import { keysOfPerson } from "../../../keys/of-person.ts";
import { listMembers, roleIn } from "../../../people/teams/members.ts";
import { role } from "../answers/account.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { email, id, nothing, parse } from "../parse.ts";
import type { Guards, Me } from "../signed-in.ts";

const roleBody = z.strictObject({ role });
const removeBody = z.strictObject({ revokeKeys: z.array(z.string().max(40)).max(200).default([]) });
const inviteBody = z.strictObject({ email, role });

const asking = ({ account, user, by }: Me): Asking => ({ accountId: account.id, userId: user.id, by });

function done(outcome: MemberChanged): void {
  if (outcome !== "changed") throw new DashboardError(outcome);
}

/** Who belongs to the team, who is invited, and who may do what. */
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
        done(await handOver(store, asking(me), parse(id, request.params).id, now()));
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

  app.get(
    "/invitations",
    forSignedIn(async (me) => ({ invitations: await listInvitations(store.db, me.account.id, now()) })),
  );

  app.post(
    "/invitations",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { mailer } = deps;
        const given = { ...parse(inviteBody, request.body), mailed: mailer.on };
        const result = await invite(store, asking(me), given, now());
        if (result.outcome === "already_member") throw new DashboardError(result.outcome, { field: "email" });
        if (result.outcome !== "invited") throw new DashboardError(result.outcome);
        const { invitation, secret } = result;
        const link = deps.publicUrl() + linkPath("invitation", secret);
        const mail = { kind: "invitation", link, team: me.account.name, inviter: me.user.email ?? "" } as const;
        if (!mailer.on) return reply.code(201).send({ invitation, link, mailed: false });
        // Nobody but the address gets the link: who uses it has shown that it is theirs.
        if (!(await mailer.send(invitation.email, request.headers["accept-language"], mail, me.account.id))) {
          await withdraw(store, asking(me), invitation.id, now());
          throw new DashboardError("mail_not_sent", { field: "email" });
        }
        return reply.code(201).send({ invitation, link: null, mailed: true });
      }),
    ),
  );

  app.delete(
    "/invitations/:id",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      if (!(await withdraw(store, asking(me), parse(id, request.params).id, now()))) {
        throw new DashboardError("not_found");
      }
      return reply.code(204).send();
    }),
  );
}
