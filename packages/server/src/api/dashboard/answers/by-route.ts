import type { RouteOptions } from "fastify";
import { z } from "zod";
import * as answers from "./answers.ts";
import * as signOn from "./sign-on.ts";
import * as operation from "./operations.ts";

const oneKey = z.object({ key: answers.key });
const oneAccount = z.object({ account: answers.account });
const oneDelivery = z.object({ delivery: answers.delivery });
/** `mailed`: whether it is also sent to whom it is for. */
const link = z.object({ link: z.string(), mailed: z.boolean() });
/** Where the browser goes on. */
const away = z.object({ url: z.string() });
const audit = z.object({ entries: z.array(answers.auditEntry) });

/** What each route answers with when all went well; null where that is no JSON. */
const routeAnswers: Readonly<Record<string, z.ZodType | null>> = {
  "GET /state": answers.state,
  "POST /setup": answers.me,
  "POST /reset": answers.me,
  "POST /sign-in": answers.me,
  "POST /sign-in/code": answers.me,
  "POST /sign-in/passkey": answers.me,
  "POST /sign-in/passkey/options": answers.passkeyOptions,
  "POST /sign-out": null,
  "GET /overview": answers.overview,
  "GET /keys": z.object({ keys: z.array(answers.key) }),
  "POST /keys": answers.madeKey,
  "POST /keys/playground": answers.madeKey,
  "PATCH /keys/:id": oneKey,
  "POST /keys/:id/rotate": answers.madeKey,
  "POST /keys/:id/revoke": oneKey,
  "DELETE /keys/:id": null,
  "GET /usage": answers.usage,
  "GET /usage.csv": null,
  "GET /requests": operation.loggedRequests,
  "GET /limits": answers.limitsNow,
  "GET /thresholds": answers.thresholds,
  "GET /domains": answers.domains,
  "POST /domains": answers.domains,
  "DELETE /domains/:domain": answers.domains,
  "GET /webhooks": answers.webhooks,
  "POST /webhooks": answers.madeWebhookEndpoint,
  "DELETE /webhooks/:id": null,
  "POST /webhooks/:id/rotate": answers.madeWebhookEndpoint,
  "POST /webhooks/:id/enable": z.object({ endpoint: answers.webhookEndpoint }),
  "POST /webhooks/:id/test": oneDelivery,
  "GET /webhooks/:id/deliveries": answers.deliveries,
  "POST /webhooks/:id/deliveries/:delivery/resend": oneDelivery,
  "GET /batches": answers.batches,
  "POST /batches/:id/cancel": z.object({ batch: answers.batch }),
  "GET /batches/:id/results.csv": null,
  "DELETE /batches/:id": null,
  "GET /verifications": answers.verifications,
  "POST /verifications": answers.madeVerification,
  "GET /verifications/funnel": answers.verificationFunnel,
  "GET /verifications/:id": answers.verificationDetail,
  "POST /verifications/:id/cancel": z.object({ session: answers.verification }),
  "GET /branding": answers.branding,
  "PUT /branding": answers.branding,
  "PUT /branding/logo": answers.branding,
  "DELETE /branding/logo": answers.branding,
  "GET /sessions": z.object({ sessions: z.array(answers.session) }),
  "DELETE /sessions/:id": null,
  "POST /sessions/end-others": null,
  "POST /password": null,
  "POST /confirm": null,
  "POST /confirm/passkey": null,
  "GET /factors": answers.factors,
  "POST /passkeys/options": answers.passkeyOptions,
  "POST /passkeys": answers.recoveryCodes,
  "PATCH /passkeys/:id": null,
  "DELETE /passkeys/:id": null,
  "POST /authenticator-app": answers.pendingApp,
  "POST /authenticator-app/finish": answers.recoveryCodes,
  "DELETE /authenticator-app": null,
  "POST /recovery-codes": answers.recoveryCodes,
  "PUT /account/second-factor": null,
  "DELETE /account": null,
  "PATCH /account": answers.me,
  "POST /teams/:id/switch": answers.me,
  "GET /members": z.object({ members: z.array(answers.member) }),
  "PATCH /members/:id": null,
  "DELETE /members/:id": null,
  "POST /members/:id/hand-over": null,
  "POST /leave": null,
  "GET /invitations": z.object({ invitations: z.array(answers.invitation) }),
  "POST /invitations": link.extend({ invitation: answers.invitation }),
  "DELETE /invitations/:id": null,
  "POST /invitation": answers.openInvitation,
  "POST /invitation/accept": answers.me,
  "POST /sign-on/find": signOn.foundSignOn,
  "POST /sign-on/start": away,
  "GET /sign-on/callback/:id": null,
  "POST /sign-on/confirm": away,
  "GET /sign-on": signOn.signOn,
  "PUT /sign-on": signOn.signOn,
  "DELETE /sign-on": null,
  "PUT /sign-on/required": signOn.signOn,
  "POST /sign-on/test": away,
  "GET /sign-on/tests/:id": signOn.signOnTest,
  "POST /sign-on/domains": signOn.signOn,
  "POST /sign-on/domains/:domain/check": signOn.signOn,
  "DELETE /sign-on/domains/:domain": signOn.signOn,
  "GET /audit": audit,
  "GET /audit/export": null,
  "GET /service/audit": audit,
  "GET /service/audit/export": null,
  "GET /accounts": z.object({ accounts: z.array(answers.accountRow) }),
  "POST /accounts": oneAccount.extend({ link: z.string().nullable(), mailed: z.boolean() }),
  "PATCH /accounts/:id": oneAccount,
  "DELETE /accounts/:id": null,
  "GET /accounts/:id/audit": audit,
  "GET /people": z.object({ people: z.array(answers.person) }),
  "PATCH /people/:id": null,
  "POST /people/:id/reset-link": link,
  "POST /people/:id/sign-out": null,
  "GET /plans": z.object({ plans: z.record(z.string(), answers.plan) }),
  "GET /models": z.object({ models: z.unknown() }),
  "GET /health": operation.health,
};

/** Puts its answer's schema on a route, so that nothing else is sent. @throws Error for a route that the table lacks */
export function checkAnswer(route: RouteOptions & { readonly routePath: string }): void {
  const name = `${String(route.method)} ${route.routePath}`;
  if (route.method === "HEAD") return;
  const schema = routeAnswers[name];
  if (schema === undefined) throw new Error(`${name} has no answer in answers/by-route.ts`);
  if (schema !== null) route.schema = { ...route.schema, response: { "2xx": schema } };
}
