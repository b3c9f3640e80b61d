import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { changeAccount, createAccount } from "../../../people/accounts/changes.ts";
import { eraseAccount } from "../../../retention/erasures.ts";
import { accountNameLengthMax, findAccount, listAccounts } from "../../../people/accounts/accounts.ts";
import { setOperator } from "../../../people/accounts/operators.ts";
import { findUser, listUsers } from "../../../people/accounts/users.ts";
import type { User } from "../../../people/accounts/users.ts";
import { listAudit } from "../../../audit/audit-log.ts";
import { writeAudit } from "../../../audit/audit.ts";
import { endSignIns } from "../../../people/accounts/sign-in-sessions.ts";
import { homeOf } from "../../../people/teams/members.ts";
import { makeResetLinks } from "../../../people/accounts/claim.ts";
import type { KeyDeps } from "../../../keys/keys.ts";
import { linkPath } from "../../../people/accounts/links.ts";
import { monthStartMs } from "../../../limits/month-counter.ts";
import { countsByAccount } from "../../../usage/report.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { email, id, nothing, parse } from "../parse.ts";
import type { RunReport } from "../reports.ts";
import type { Guards, Me } from "../signed-in.ts";
import { listQuery } from "./audit.ts";

/** What only operators see: accounts, people, plans, models, health. */
export function operatorRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn, confirmed }: Guards,
  report: RunReport,
): void {
  const { store, access, plans, now } = deps;
  const keys: KeyDeps = { store, now, changed: () => access.callers.forget() };
  const plan = z.string().refine((name) => Object.hasOwn(plans, name));
  const name = z.string().trim().min(1).max(accountNameLengthMax);
  const createBody = z.strictObject({
    email,
    plan,
    name: name.optional(),
    operator: z.boolean().optional(),
    acceptUnproven: z.boolean().optional(),
  });
  const changeBody = z.strictObject({ name: name.optional(), plan: plan.optional(), closed: z.boolean().optional() });
  const personBody = z.strictObject({ operator: z.boolean() });
  const linkFor = async (me: Me, request: FastifyRequest, user: User, kind: "first" | "reset") => {
    const { mailer } = deps;
    // Two links: the one that is shown may be used by who sees it, so only the other one proves the address.
    const proving = mailer.on ? ([false, true] as const) : ([false] as const);
    const [shown, mail] = (await makeResetLinks(deps, me.by, user.id, proving)).map(
      (secret) => deps.publicUrl() + linkPath("reset", secret),
    );
    const letter = mail !== undefined && ({ kind, link: mail } as const);
    const mailed = letter && (await mailer.send(user.email, request.headers["accept-language"], letter));
    return { link: shown, mailed };
  };

  app.get(
    "/accounts",
    forSignedIn(async (me, request) => {
      const counts = await report(me, request, (db) => countsByAccount(db, monthStartMs(now())));
      const accounts = await listAccounts(store.db);
      return {
        accounts: accounts.map((account) => Object.assign(account, { monthCount: counts.get(account.id) ?? 0 })),
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
        const made = isNew ? await linkFor(me, request, owner, "first") : { link: null, mailed: false };
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
    forSignedIn(async (_me, request) => {
      const account = await findAccount(store.db, parse(id, request.params).id);
      if (!account) throw new DashboardError("not_found");
      const { before, ...filter } = parse(listQuery, request.query);
      return { entries: await listAudit(store.db, { ...filter, accountId: account.id }, { before }) };
    }),
  );

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
        // Who has no e-mail is the first one before the setup: there is nothing to reset.
        if (!user?.email) throw new DashboardError("not_found");
        return reply.code(201).send(await linkFor(me, request, user, "reset"));
      }),
    ),
  );

  // Without saying the password again: it is what helps when a session was stolen.
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

  app.get(
    "/plans",
    forSignedIn(async () => ({ plans })),
  );

  app.get(
    "/models",
    forSignedIn(async () => ({ models: deps.models() })),
  );

  app.get(
    "/health",
    forSignedIn(async () => {
      const health = await access.health();
      return { store: store.kind, storeStatus: health.store, limits: health.limits, nodes: await deps.nodes.list() };
    }),
  );
}
