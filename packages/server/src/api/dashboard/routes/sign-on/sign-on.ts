import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { providerFor } from "../../../../accounts/people/sign-on/provider.ts";
import { returnFromProvider, leave } from "../../../../accounts/people/sign-on/sign-on.ts";
import type { ReturnedFromProvider, Left } from "../../../../accounts/people/sign-on/sign-on.ts";
import { cookiesOf } from "../../cookies.ts";
import type { DashboardDeps } from "../../deps.ts";
import { createSignInFlow } from "../../sign-in-flow.ts";
import { DashboardError } from "../../errors.ts";
import { email, id, parse } from "../../parse.ts";
import type { Guards } from "../../signed-in.ts";
import { addressOf } from "../../../caller-address.ts";

/** A view of the dashboard, as it stands behind the `#` of its address: it leads nowhere else. */
const returnTo = z
  .string()
  .max(300)
  .regex(/^\/[\w\-./?=&%~]*$/)
  .default("/");
const findBody = z.strictObject({ email });
const startBody = z.strictObject({ email, returnTo });
const confirmBody = z.strictObject({ returnTo });
const answerQuery = z.object({ state: z.string().max(200) });

/** One address per team, so that the response of one provider cannot be taken for another's (RFC 9700, section 4.4). */
export const redirectUriOf = (deps: DashboardDeps, accountId: string): string =>
  `${deps.publicUrl()}/api/dashboard/sign-on/callback/${accountId}`;

/** @throws DashboardError */
export function begun(left: Left): Extract<Left, { outcome: "begun" }> {
  if (left.outcome === "begun") return left;
  if (left.outcome === "other_issuer") throw new DashboardError(left.outcome);
  throw new DashboardError(left.outcome === "unreachable" ? "provider_unreachable" : "not_found");
}

/** Sign-in and confirmation through a team's provider: to the provider, and back. */
export function signOnRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  const { store, signOn } = deps;
  const signInFlow = createSignInFlow(deps);

  // The answer depends on the domain only, so it does not reveal whether a user exists.
  app.post("/sign-on/find", async (request) => {
    const provider = await providerFor(store.db, parse(findBody, request.body).email);
    return { signOn: provider ? { host: new URL(provider.issuer).host, required: provider.required } : null };
  });

  app.post("/sign-on/start", async (request, reply) => {
    const body = parse(startBody, request.body);
    const provider = await providerFor(store.db, body.email);
    if (!provider) throw new DashboardError("not_found");
    const { accountId } = provider;
    const redirectUri = redirectUriOf(deps, accountId);
    const left = begun(await leave(signOn, { accountId, purpose: "sign_in", sessionId: null, redirectUri, ...body }));
    cookiesOf(deps, request).set(reply, "sign_on", left.browser);
    return { url: left.url };
  });

  app.post(
    "/sign-on/confirm",
    forSignedIn(async (me, request, reply) => {
      const body = parse(confirmBody, request.body);
      const provider = me.user.email === null ? undefined : await providerFor(store.db, me.user.email);
      if (!provider) throw new DashboardError("not_found");
      const { accountId } = provider;
      const { sessionId } = me;
      const mail = { email: me.user.email ?? undefined };
      const redirectUri = redirectUriOf(deps, accountId);
      const left = begun(
        await leave(signOn, { accountId, purpose: "confirm", sessionId, redirectUri, ...mail, ...body }),
      );
      cookiesOf(deps, request).set(reply, "sign_on", left.browser);
      return { url: left.url };
    }),
  );

  app.get("/sign-on/callback/:id", async (request, reply) => {
    const accountId = parse(id, request.params).id;
    const query = answerQuery.safeParse(request.query);
    const browser = cookiesOf(deps, request).read("sign_on");
    const page = (view: string) => reply.redirect(`${deps.publicUrl()}/#${view}`, 303);
    if (!query.success || browser === undefined) return page("/sign-on/link_used");

    const answer = new URL(redirectUriOf(deps, accountId));
    answer.search = request.url.slice(request.url.indexOf("?"));
    const { state } = query.data;
    const back = await returnFromProvider(signOn, { accountId, browser, state, answer, address: addressOf(request) });
    if (back.outcome === "signed_in") await signInFlow.completeSignIn(back.user, "oidc", request, reply);
    return page(viewAfter(back));
  });
}

function viewAfter(back: ReturnedFromProvider): string {
  switch (back.outcome) {
    case "signed_in":
    case "confirmed":
      return back.returnTo;
    case "tested":
      return `/team/sign-on?test=${back.flowId}`;
    case "proof_needed":
      return "/sign-on/proof_needed";
    case "refused":
      return `/sign-on/${back.why}`;
  }
}
