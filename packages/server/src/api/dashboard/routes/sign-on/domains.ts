import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { checkDomain, claimDomain, releaseDomain } from "../../../../accounts/people/sign-on/domains.ts";
import type { DomainChanged } from "../../../../accounts/people/sign-on/domains.ts";
import { normalizeEmailDomain } from "../../../../accounts/people/sign-on/email-domain.ts";
import type { DashboardDeps } from "../../deps.ts";
import { DashboardError } from "../../errors.ts";
import { nothing, parse } from "../../parse.ts";
import type { Guards } from "../../signed-in.ts";

const domainBody = z.strictObject({ domain: z.string().max(300) });
const domainPath = z.strictObject({ domain: z.string().max(300) });

/**
 * The domains whose people a team's provider signs in.
 * @param answer the current settings of single sign-on
 */
export function signOnDomainRoutes(
  app: FastifyInstance,
  { store, now, signOn }: DashboardDeps,
  { forSignedIn, confirmed }: Guards,
  answer: (accountId: string) => Promise<unknown>,
): void {
  const after = async (accountId: string, outcome: DomainChanged) => {
    if (outcome !== "done") throw new DashboardError(outcome);
    return answer(accountId);
  };

  app.post(
    "/sign-on/domains",
    forSignedIn(
      confirmed(async (me, request) => {
        const domain = domainIn(parse(domainBody, request.body));
        return after(me.account.id, await claimDomain({ store, now }, me.by, me.account.id, domain));
      }),
    ),
  );

  app.post(
    "/sign-on/domains/:domain/check",
    forSignedIn(
      confirmed(async (me, request) => {
        parse(nothing, request.body);
        const domain = domainIn(parse(domainPath, request.params));
        const { resolveTxt } = signOn;
        return after(me.account.id, await checkDomain({ store, now, resolveTxt }, me.by, me.account.id, domain));
      }),
    ),
  );

  app.delete(
    "/sign-on/domains/:domain",
    forSignedIn(
      confirmed(async (me, request) => {
        parse(nothing, request.body);
        const domain = domainIn(parse(domainPath, request.params));
        return after(me.account.id, await releaseDomain({ store, now }, me.by, me.account.id, domain));
      }),
    ),
  );
}

function domainIn({ domain }: { readonly domain: string }): string {
  const normal = normalizeEmailDomain(domain);
  if (normal === undefined) throw new DashboardError("invalid_email_domain", { field: "domain" });
  return normal;
}
