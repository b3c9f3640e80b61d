import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { changeAccount, createAccount } from "../../../access/accounts/changes.ts";
import { eraseAccount } from "../../../access/erasures.ts";
import { findAccount, listAccounts } from "../../../access/accounts/accounts.ts";
import { listAudit } from "../../../access/audit.ts";
import { makeResetLink } from "../../../access/accounts/claim.ts";
import type { KeyDeps } from "../../../access/keys/keys.ts";
import { linkPath } from "../../../access/accounts/links.ts";
import { monthStartMs } from "../../../access/limits/month-counter.ts";
import { countsByAccount } from "../../../access/usage/report.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { email, id, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";
import { auditQuery } from "./settings.ts";

/** What only owners see: accounts, plans, models, health. */
export function ownerRoutes(app: FastifyInstance, deps: DashboardDeps, { forOwners, confirmed }: Guards): void {
  const { store, access, plans, now } = deps;
  const keys: KeyDeps = { store, now, changed: () => access.callers.forget() };
  const role = z.enum(["owner", "member"]);
  const plan = z.string().refine((name) => Object.hasOwn(plans, name));
  const createBody = z.strictObject({ email, role, plan });
  const changeBody = z.strictObject({ role: role.optional(), plan: plan.optional(), closed: z.boolean().optional() });
  const linkFor = async (by: Parameters<typeof makeResetLink>[1], accountId: string) =>
    deps.publicUrl() + linkPath("reset", await makeResetLink(deps, by, accountId));

  app.get(
    "/accounts",
    forOwners(async () => {
      const counts = await countsByAccount(store.db, monthStartMs(now()));
      const accounts = await listAccounts(store.db);
      return {
        accounts: accounts.map((account) => Object.assign(account, { monthCount: counts.get(account.id) ?? 0 })),
      };
    }),
  );

  app.post(
    "/accounts",
    forOwners(
      confirmed(async (me, request, reply) => {
        const body = parse(createBody, request.body);
        const account = await createAccount(store, me.by, { ...body, passwordHash: null }, now());
        if (!account) throw new DashboardError("email_taken", { field: "email" });
        return reply.code(201).send({ account, link: await linkFor(me.by, account.id) });
      }),
    ),
  );

  app.patch(
    "/accounts/:id",
    forOwners(
      confirmed(async (me, request) => {
        const body = parse(changeBody, request.body);
        const changed = await changeAccount(store, me.by, parse(id, request.params).id, body, now());
        access.callers.forget();
        if (changed.outcome !== "changed") throw new DashboardError(changed.outcome);
        return { account: changed.account };
      }),
    ),
  );

  app.delete(
    "/accounts/:id",
    forOwners(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const erased = await eraseAccount(keys, me.by, parse(id, request.params).id);
        if (erased !== "erased") throw new DashboardError(erased);
        return reply.code(204).send();
      }),
    ),
  );

  app.post(
    "/accounts/:id/reset-link",
    forOwners(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const account = await findAccount(store.db, parse(id, request.params).id);
        // An account without an e-mail is the first one before its setup: there is nothing to reset.
        if (!account?.email) throw new DashboardError("not_found");
        return reply.code(201).send({ link: await linkFor(me.by, account.id) });
      }),
    ),
  );

  app.get(
    "/accounts/:id/audit",
    forOwners(async (_me, request) => {
      const account = await findAccount(store.db, parse(id, request.params).id);
      if (!account) throw new DashboardError("not_found");
      return { entries: await listAudit(store.db, account.id, parse(auditQuery, request.query).before) };
    }),
  );

  app.get(
    "/plans",
    forOwners(async () => ({ plans })),
  );

  app.get(
    "/models",
    forOwners(async () => ({ models: deps.models() })),
  );

  app.get(
    "/health",
    forOwners(async () => {
      const health = await access.health();
      return { store: store.kind, storeStatus: health.store, limits: health.limits };
    }),
  );
}
