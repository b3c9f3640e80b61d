import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { confirmSignIn } from "../../../people/accounts/sign-in-sessions.ts";
import { writeAudit } from "../../../audit/audit.ts";
import { appSince, beginApp } from "../../../people/factors/authenticator-app.ts";
import { finishAuthenticatorApp, removeAuthenticatorApp, renewRecoveryCodes } from "../../../people/factors/factors.ts";
import type { FactorOwner } from "../../../people/factors/factors.ts";
import {
  addPasskey,
  listPasskeys,
  optionsToAdd,
  removePasskey,
  renamePasskey,
  usePasskey,
} from "../../../people/factors/passkeys.ts";
import { recoveryCodesLeft } from "../../../people/factors/recovery-codes.ts";
import { requireFactor } from "../../../people/teams/required-factor.ts";
import { createCeremonies, parseMade, parseUsed, passkeyName } from "../ceremony.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { notify } from "../notify.ts";
import { id, nothing, parse } from "../parse.ts";
import type { Guards, Me } from "../signed-in.ts";

const nameBody = z.strictObject({ name: passkeyName });
const codeBody = z.strictObject({ code: z.string().max(20) });
const requiredBody = z.strictObject({ required: z.boolean() });

const ownerOf = ({ user, account, sessionId, by }: Me): FactorOwner => ({
  userId: user.id,
  accountId: account.id,
  sessionId,
  by,
});

/** By what somebody signs in besides the password. What changes it asks who they are again, or a stolen session could. */
export function factorRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, seal, attempts, now } = deps;
  const ceremonies = createCeremonies(deps);

  app.get(
    "/factors",
    forSignedIn(async ({ user, account }) => ({
      passkeys: await listPasskeys(store.db, user.id),
      appSinceMs: await appSince(store.db, user.id),
      recoveryCodesLeft: await recoveryCodesLeft(store.db, user.id),
      required: account.factorRequired,
    })),
  );

  app.post(
    "/passkeys/options",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        return { options: await optionsToAdd(ceremonies.begin(request, reply), me.user) };
      }),
    ),
  );

  app.post(
    "/passkeys",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { name, passkey } = parseMade(request.body);
        const added = await addPasskey(ceremonies.goOn(request), ownerOf(me), name, passkey);
        if (added.outcome !== "added") throw new DashboardError(added.outcome);
        await notify(deps, request, me.user, "passkey_added");
        return reply.code(201).send({ recoveryCodes: added.recoveryCodes });
      }),
    ),
  );

  app.patch(
    "/passkeys/:id",
    forSignedIn(async (me, request, reply) => {
      const { name } = parse(nameBody, request.body);
      const renamed = await renamePasskey(store.db, me.user.id, parse(id, request.params).id, name);
      if (!renamed) throw new DashboardError("not_found");
      await writeAudit(store.db, now(), me.by, "passkey_renamed", me.account.id, name);
      return reply.code(204).send();
    }),
  );

  app.delete(
    "/passkeys/:id",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const removed = await removePasskey(store, ownerOf(me), parse(id, request.params).id, now());
        if (removed !== "removed") throw new DashboardError(removed);
        await notify(deps, request, me.user, "passkey_removed");
        return reply.code(204).send();
      }),
    ),
  );

  app.post(
    "/authenticator-app",
    forSignedIn(
      confirmed(async (me, request) => {
        parse(nothing, request.body);
        return beginApp(store.db, seal, me.user, URL.parse(deps.publicUrl())?.host ?? "");
      }),
    ),
  );

  app.post(
    "/authenticator-app/finish",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { code } = parse(codeBody, request.body);
        const refused = await attempts.confirm(me.sessionId).begin(request.clientGone);
        if (refused) throw new DashboardError(refused.outcome, refused);
        const finished = await finishAuthenticatorApp(store, seal, ownerOf(me), code, now());
        if (finished.outcome !== "set") throw new DashboardError(finished.outcome, { field: "code" });
        await attempts.confirm(me.sessionId).forgive();
        await notify(deps, request, me.user, "app_set");
        return reply.code(201).send({ recoveryCodes: finished.recoveryCodes });
      }),
    ),
  );

  app.delete(
    "/authenticator-app",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const removed = await removeAuthenticatorApp(store, ownerOf(me), now());
        if (removed !== "removed") throw new DashboardError(removed);
        await notify(deps, request, me.user, "app_removed");
        return reply.code(204).send();
      }),
    ),
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

  app.post(
    "/confirm/passkey",
    forSignedIn(async (me, request, reply) => {
      const used = await usePasskey(ceremonies.goOn(request), parseUsed(request.body));
      if (used.userId !== me.user.id || used.outcome !== "known") throw new DashboardError("passkey_refused");
      await confirmSignIn(store.db, me.sessionId, now());
      return reply.code(204).send();
    }),
  );

  app.put(
    "/account/second-factor",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { required } = parse(requiredBody, request.body);
        const outcome = await requireFactor(store, ownerOf(me), required, now());
        if (outcome !== "changed") throw new DashboardError(outcome);
        return reply.code(204).send();
      }),
    ),
  );
}
