import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isConfirmed } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { roleIn } from "../../../accounts/people/teams/members.ts";
import { isAtLeast, type Role } from "../../../accounts/people/teams/roles.ts";
import { settingsRow } from "@selfsame/platform/settings/setting";
import { underLock } from "@selfsame/platform/store/migrate";
import type { TeamSettings } from "../answers/team-settings.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { ownerOf } from "../factor-owner.ts";
import { parse } from "../parse.ts";
import type { Guards, Me } from "../signed-in.ts";
import { type TeamSettingName, teamSettings } from "../team-settings.ts";

const isSetting = (name: string): name is TeamSettingName => Object.hasOwn(teamSettings, name);

/** The settings of a team, as one resource. */
export function teamSettingsRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  const { store, now, access } = deps;
  const { sessionsDays, batchResultsDays, requestLogDays } = deps.retention;
  const installation = {
    screenColors: deps.challengeLight,
    documentStatus: deps.documents.statusLists?.usual ?? "off",
    retention: { sessionsDays, batchResultsDays, requestLogDays },
  };

  const settingsOf = async (me: Me): Promise<TeamSettings> => {
    const account = await settingsRow(store.db, me.account.id);
    const values = Object.entries(teamSettings).map(([name, { valueIn }]) => [name, valueIn(account)]);
    return { ...Object.fromEntries(values), installation };
  };

  app.get("/account/settings", forSignedIn(settingsOf));

  app.patch(
    "/account/settings",
    { bodyLimit: 4096 },
    forSignedIn(async (me, request) => {
      const sent = parse(z.record(z.string(), z.unknown()), request.body);
      const named = Object.keys(sent).map((name) => {
        if (!isSetting(name)) throw new DashboardError("invalid_request", { field: name });
        return { name, ...teamSettings[name] };
      });
      const requireRole = (role: Role | undefined) => {
        if (!role || !named.every(({ needs }) => isAtLeast(role, needs))) throw new DashboardError("not_allowed");
      };
      requireRole(me.role);
      if (named.some(({ confirmed }) => confirmed) && !isConfirmed(me, now()))
        throw new DashboardError("confirmation_needed");
      const changes = named.map(({ name, read }) => read(name, sent[name]));
      await underLock(store.db, store.kind, async (db) => {
        // It may have changed since the user was identified.
        requireRole(await roleIn(db, me.account.id, me.user.id));
        for (const change of changes) await change(db, ownerOf(me), deps);
      });
      access.callers.forget();
      return settingsOf(me);
    }),
  );
}
