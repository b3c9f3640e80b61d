import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Interaction, LibraryProvider } from "../../features/oidc/library.ts";
import { amr, outcomeOf } from "../../features/oidc/outcome.ts";
import { problemHeaders, problemPage } from "../../features/oidc/problem-page.ts";
import { type Oidc, type OidcDeps, issuerOf, stepPath } from "../../features/oidc/provider.ts";
import { findTaken, subOf, takeWaiting } from "../../features/oidc/waiting.ts";
import { cancelSession, upToDate } from "../../features/sessions/end-session.ts";
import { linkOf, linkSecret } from "../../features/sessions/link.ts";
import type { SessionRow } from "../../features/sessions/session.ts";
import { hashSecret } from "@selfsame/platform/ids/ids";
import { asSeen, throughLibrary } from "./through-library.ts";

interface StepRequest {
  readonly Params: { readonly uid: string };
}

interface Step {
  readonly library: LibraryProvider;
  readonly found: Interaction;
}

const elsewhere =
  "This step was begun in another browser, or its time is up. Continue in the browser where you began, or begin again there.";

const problem = (reply: FastifyReply) =>
  reply.code(400).headers(problemHeaders).type("text/html; charset=utf-8").send(problemPage(elsewhere));

/** Hash of the request's id, stored with the session that the request uses. */
const stepHash = ({ uid }: Interaction) => hashSecret(`oidc step ${uid}`);

/** The result of each outcome for the library. */
const refusal = (error: string, description: string) => ({ error, error_description: description });

/** Sends a person from the authorization endpoint to the hosted page and back, in one browser, identified by its cookie. */
export function faceStep(app: FastifyInstance, deps: OidcDeps, oidc: Oidc): void {
  const { sessions } = deps;
  const { store, seal } = sessions;

  const stepOf = async (request: FastifyRequest<StepRequest>, reply: FastifyReply): Promise<Step | undefined> => {
    const library = await oidc.provider();
    // The cookie may be missing, changed, or of an expired request: all are handled alike.
    const found = await library.interactionDetails(asSeen(request, deps.publicUrl()), reply.raw).catch(() => undefined);
    return found?.uid === request.params.uid ? { library, found } : undefined;
  };
  const finish = ({ library }: Step, request: FastifyRequest, reply: FastifyReply, result: object) =>
    throughLibrary(reply.header("cache-control", "no-store"), () =>
      library.interactionFinished(asSeen(request, deps.publicUrl()), reply.raw, result),
    );
  const toPage = (reply: FastifyReply, session: SessionRow) =>
    reply
      .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
      .redirect(linkOf(deps.publicUrl(), linkSecret(seal, session)), 303);

  app.get<StepRequest>(stepPath(":uid"), { schema: { hide: true } }, async (request, reply) => {
    const step = await stepOf(request, reply);
    if (!step) return problem(reply);
    const { client_id: clientId, login_hint = "" } = step.found.params;
    const taken = await store.run(() =>
      takeWaiting(sessions, {
        clientId,
        sub: subOf(seal, clientId, login_hint),
        step: stepHash(step.found),
        returnUrl: `${issuerOf(deps.publicUrl())}${stepPath(step.found.uid)}/end`,
      }),
    );
    if (taken) return toPage(reply, taken);
    return finish(step, request, reply, refusal("access_denied", "Another request took the session."));
  });

  app.get<StepRequest>(`${stepPath(":uid")}/end`, { schema: { hide: true } }, async (request, reply) => {
    const step = await stepOf(request, reply);
    const row = step && (await store.run(() => findTaken(store.db, stepHash(step.found))));
    if (!step || !row) return problem(reply);
    const session = await upToDate(sessions, row);
    const outcome = outcomeOf(session, step.found.params["acr_values"]);
    switch (outcome.outcome) {
      case "under_way":
        return toPage(reply, session);
      case "refused":
        // The client has the result, so the session link of a person who declined is revoked.
        if (session.declined_at_ms !== null && session.status !== "needs_review") {
          await cancelSession(sessions, session.account_id, session.id);
        }
        return finish(step, request, reply, refusal(outcome.error, outcome.description));
      case "verified": {
        const { acr, atMs } = outcome;
        const login = { accountId: session.id, acr, amr: [...amr], ts: Math.floor(atMs / 1000), remember: false };
        return finish(step, request, reply, { login });
      }
    }
  });
}
