import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { listEmailDomains } from "../../../../accounts/people/sign-on/domains.ts";
import { testResult } from "../../../../accounts/people/sign-on/flows.ts";
import { parseIssuer } from "../../../../accounts/people/sign-on/issuer.ts";
import {
  findProvider,
  removeProvider,
  saveProvider,
  setRequired,
} from "../../../../accounts/people/sign-on/provider.ts";
import { leave } from "../../../../accounts/people/sign-on/sign-on.ts";
import { role } from "../../answers/account.ts";
import { emailClaims } from "../../answers/sign-on.ts";
import { cookiesOf } from "../../cookies.ts";
import type { DashboardDeps } from "../../deps.ts";
import { DashboardError } from "../../errors.ts";
import { nothing, parse } from "../../parse.ts";
import type { Guards } from "../../signed-in.ts";
import { signOnDomainRoutes } from "./domains.ts";
import { begun, redirectUriOf } from "./sign-on.ts";

const text = z.string().trim().min(1).max(500);
const providerBody = z.strictObject({
  issuer: text,
  clientId: text,
  clientSecret: text.optional(),
  defaultRole: role.exclude(["owner", "reviewer"]),
  trustEmails: z.boolean(),
  emailClaim: z.enum(emailClaims).optional(),
});
const requiredBody = z.strictObject({ required: z.boolean() });
const testPath = z.strictObject({ id: z.string().max(100) });

/** The owner's setup of single sign-on: the provider, its domains, and a test of both. */
export function signOnSettingsRoutes(app: FastifyInstance, deps: DashboardDeps, guards: Guards): void {
  const { forSignedIn, confirmed } = guards;
  const { store, now, signOn } = deps;
  const { seal } = signOn;

  const answer = async (accountId: string) => ({
    redirectUri: redirectUriOf(deps, accountId),
    provider: (await findProvider(store.db, accountId)) ?? null,
    domains: await listEmailDomains(store.db, accountId),
  });

  app.get(
    "/sign-on",
    forSignedIn((me) => answer(me.account.id)),
  );

  app.put(
    "/sign-on",
    forSignedIn(
      confirmed(async (me, request) => {
        const body = parse(providerBody, request.body);
        const issuer = parseIssuer(body.issuer);
        if (issuer === undefined) throw new DashboardError("invalid_issuer", { field: "issuer" });
        const saved = await saveProvider(signOn, me.by, me.account.id, { ...body, issuer });
        if (saved !== "saved") throw new DashboardError(saved, { field: "clientSecret" });
        return answer(me.account.id);
      }),
    ),
  );

  app.delete(
    "/sign-on",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        if (!(await removeProvider(signOn, me.by, me.account.id))) throw new DashboardError("not_found");
        return reply.code(204).send();
      }),
    ),
  );

  app.put(
    "/sign-on/required",
    forSignedIn(
      confirmed(async (me, request) => {
        const { required } = parse(requiredBody, request.body);
        const done = await setRequired({ store, now }, me.by, me.account.id, required, me.sessionId);
        if (done !== "set") throw new DashboardError(done);
        return answer(me.account.id);
      }),
    ),
  );

  app.post(
    "/sign-on/test",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const { id: accountId } = me.account;
      const redirectUri = redirectUriOf(deps, accountId);
      const { sessionId } = me;
      const left = await leave(signOn, { accountId, purpose: "test", sessionId, redirectUri, returnTo: "/" });
      if (left.outcome === "other_issuer") throw otherIssuer(left.issuer);
      const { url, browser } = begun(left);
      cookiesOf(deps, request).set(reply, "sign_on", browser);
      return { url };
    }),
  );

  app.get(
    "/sign-on/tests/:id",
    forSignedIn(async (me, request) => {
      const { id } = parse(testPath, request.params);
      const result = await testResult({ db: store.db, seal, nowMs: now() }, id, me.sessionId);
      if (!result) throw new DashboardError("not_found");
      return result;
    }),
  );

  signOnDomainRoutes(app, deps, guards, answer);
}

/** Shown to the owner, who can correct it. */
function otherIssuer(issuer: string | undefined): DashboardError {
  const named = issuer === undefined ? "another issuer" : `the issuer ${issuer}`;
  const detail = `The provider answered, but its metadata names ${named}. Enter the issuer of your own tenant exactly as the provider writes it`;
  return new DashboardError("other_issuer", { detail });
}
