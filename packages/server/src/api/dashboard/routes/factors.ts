import type { FastifyInstance } from "fastify";
import { passwordHashOf } from "../../../accounts/people/accounts/users.ts";
import { appSince } from "../../../accounts/people/factors/authenticator-app.ts";
import { renewRecoveryCodes } from "../../../accounts/people/factors/factors.ts";
import { listPasskeys } from "../../../accounts/people/factors/passkeys.ts";
import { recoveryCodesLeft } from "../../../accounts/people/factors/recovery-codes.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { ownerOf } from "../factor-owner.ts";
import { notify } from "../notify.ts";
import { nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";
import { authenticatorAppRoutes } from "./authenticator-app.ts";
import { passkeyRoutes } from "./passkeys.ts";

/** The factors a user has besides the password. Changes require authentication again, or a stolen session could make them. */
export function factorRoutes(app: FastifyInstance, deps: DashboardDeps, guards: Guards): void {
  const { store, now } = deps;
  const { forSignedIn, confirmed } = guards;
  passkeyRoutes(app, deps, guards);
  authenticatorAppRoutes(app, deps, guards);

  app.get(
    "/factors",
    forSignedIn(async ({ user, account }) => ({
      passkeys: await listPasskeys(store.db, user.id),
      appSinceMs: await appSince(store.db, user.id),
      recoveryCodesLeft: await recoveryCodesLeft(store.db, user.id),
      required: account.factorRequired,
      hasPassword: (await passwordHashOf(store.db, user.id)) !== null,
    })),
  );

  app.post(
    "/recovery-codes",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const codes = await renewRecoveryCodes(store, ownerOf(me), now());
        if (!codes) throw new DashboardError("factor_first");
        await notify(deps, request, me.user, "codes_made");
        return reply.code(201).send({ recoveryCodes: codes });
      }),
    ),
  );
}
