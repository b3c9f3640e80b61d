import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { linkPath } from "../../../accounts/people/accounts/links.ts";
import { invite, listInvitations, withdraw } from "../../../accounts/people/teams/invitations.ts";
import { role } from "../answers/account.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { email, id, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";
import { asking } from "./members.ts";

const inviteBody = z.strictObject({ email, role });

/** Invitations to the team. */
export function invitationRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, now } = deps;

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
        if (result.outcome === "already_member" || result.outcome === "mail_needed") {
          throw new DashboardError(result.outcome, { field: "email" });
        }
        if (result.outcome !== "invited") throw new DashboardError(result.outcome);
        const { invitation, secret } = result;
        const link = deps.publicUrl() + linkPath("invitation", secret);
        const mail = { kind: "invitation", link, team: me.account.name, inviter: me.user.email ?? "" } as const;
        if (!mailer.on) return reply.code(201).send({ invitation, link, mailed: false });
        // Only the mailbox receives the link, so using it proves the address.
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
