import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { changeAccount, createAccount } from "../../../../accounts/people/accounts/changes.ts";
import { eraseAccount } from "../../../../features/retention/erasures.ts";
import { accountNameLengthMax, findAccount, listAccounts } from "../../../../accounts/people/accounts/accounts.ts";
import { listAudit } from "@selfsame/platform/audit/audit-log";
import type { KeyDeps } from "../../../../accounts/keys/keys.ts";
import { monthStartMs } from "../../../../accounts/limits/month-counter.ts";
import { planNamed } from "../../../../accounts/access/plans.ts";
import { usesByAccount } from "../../../../accounts/usage/report.ts";
import type { DashboardDeps } from "../../deps.ts";
import { DashboardError } from "../../errors.ts";
import { email, id, nothing, parse } from "../../parse.ts";
import type { ReadList } from "../../lists.ts";
import type { RunReport } from "../../reports.ts";
import type { Guards } from "../../signed-in.ts";
import { isPlainAudit, listQuery, named } from "../audit.ts";
import { linkFor } from "./link-for.ts";

const name = z.string().trim().min(1).max(accountNameLengthMax);

function bodies({ plans }: DashboardDeps) {
  const plan = z.string().refine((name) => Object.hasOwn(plans, name));
  const created = z.strictObject({
    email,
    plan,
    name: name.optional(),
    operator: z.boolean().optional(),
    acceptUnproven: z.boolean().optional(),
  });
  const changed = z.strictObject({ name: name.optional(), plan: plan.optional(), closed: z.boolean().optional() });
  return { createBody: created, changeBody: changed };
}

/** All accounts of the service: create, change, close, delete, and their audit log. */
export function accountRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn, confirmed }: Guards,
  report: RunReport,
  readList: ReadList,
): void {
  const { store, access, seal, now } = deps;
  const keys: KeyDeps = { store, now, changed: () => access.callers.forget() };
  const { createBody, changeBody } = bodies(deps);

  app.get(
    "/accounts",
    forSignedIn(async (me, request) => {
      const uses = await report(me, request, (db) => usesByAccount(db, monthStartMs(now())));
      const accounts = await listAccounts(store.db);
      return {
        accounts: accounts.map((account) => {
          const { count, used } = uses.get(account.id) ?? { count: 0, used: 0 };
          const { requestsPerMonth } = planNamed(deps.plans, account.plan);
          return Object.assign(account, { monthCount: count, monthUsed: used, monthQuota: requestsPerMonth });
        }),
      };
    }),
  );

  app.post(
    "/accounts",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const body = parse(createBody, request.body);
        const created = await createAccount(store, me.by, body, now());
        if (created.outcome !== "made") throw new DashboardError(created.outcome, { field: "email" });
        const { account, owner, isNew } = created;
        const made = isNew ? await linkFor(deps, me, request, owner, "first") : { link: null, mailed: false };
        return reply.code(201).send({ account, ...made });
      }),
    ),
  );

  app.patch(
    "/accounts/:id",
    forSignedIn(
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
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const erased = await eraseAccount(keys, me.by, parse(id, request.params).id);
        if (erased !== "erased") throw new DashboardError(erased);
        return reply.code(204).send();
      }),
    ),
  );

  app.get(
    "/accounts/:id/audit",
    forSignedIn(async (me, request) => {
      const account = await findAccount(store.db, parse(id, request.params).id);
      if (!account) throw new DashboardError("not_found");
      const { before, ...filter } = parse(listQuery, request.query);
      const asked = { isPlain: isPlainAudit(filter) };
      return {
        entries: await readList(me, request, asked, async (db) =>
          // To an operator: people are named as in the whole service's log.
          named(db, seal, await listAudit(db, { ...filter, accountId: account.id }, { before }), undefined),
        ),
      };
    }),
  );
}
