import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { confirmSignIn } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import {
  addPasskey,
  optionsToAdd,
  removePasskey,
  renamePasskey,
  usePasskey,
} from "../../../accounts/people/factors/passkeys.ts";
import { createCeremonies, parseMade, parseUsed, passkeyName } from "../ceremony.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { ownerOf } from "../factor-owner.ts";
import { notify } from "../notify.ts";
import { id, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const nameBody = z.strictObject({ name: passkeyName });

/** The user's passkeys, and sign-in with one. */
export function passkeyRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, now } = deps;
  const ceremonies = createCeremonies(deps);

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
    "/confirm/passkey",
    forSignedIn(async (me, request, reply) => {
      const used = await usePasskey(ceremonies.goOn(request), parseUsed(request.body));
      if (used.userId !== me.user.id || used.outcome !== "known") throw new DashboardError("passkey_refused");
      await confirmSignIn(store.db, me.sessionId, now());
      return reply.code(204).send();
    }),
  );
}
