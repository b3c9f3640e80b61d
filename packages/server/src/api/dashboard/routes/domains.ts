import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addDomain, listDomains, removeDomain } from "../../../accounts/keys/allowed-domains.ts";
import type { KeyDeps } from "../../../accounts/keys/keys.ts";
import { normalizeDomain } from "../../../platform/outbound/domains.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const domain = z.strictObject({ domain: z.string().trim().min(1).max(253) });

export function domainRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  const { store, now, access, globalDomains } = deps;
  const changes: KeyDeps = { store, now, changed: () => access.callers.forget() };
  const listFor = async (accountId: string) => ({
    domains: await listDomains(store.db, accountId),
    global: globalDomains,
  });

  app.get(
    "/domains",
    forSignedIn((me) => listFor(me.account.id)),
  );

  app.post(
    "/domains",
    forSignedIn(async (me, request, reply) => {
      const host = normalizeDomain(parse(domain, request.body).domain);
      if (host === undefined) throw new DashboardError("invalid_domain", { field: "domain" });
      if (!(await addDomain(changes, me.by, me.account.id, host))) throw new DashboardError("too_many");
      return reply.code(201).send(await listFor(me.account.id));
    }),
  );

  app.delete(
    "/domains/:domain",
    forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      const host = parse(domain, request.params).domain;
      if (!(await removeDomain(changes, me.by, me.account.id, host))) throw new DashboardError("not_found");
      return listFor(me.account.id);
    }),
  );
}
