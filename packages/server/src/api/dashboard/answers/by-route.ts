import type { RouteOptions } from "fastify";
import { z } from "zod";
import * as account from "./account.ts";
import * as audit from "./audit.ts";
import * as key from "./keys.ts";
import * as operation from "./operations.ts";
import * as signIn from "./sign-in.ts";
import * as signOn from "./sign-on.ts";
import * as team from "./team.ts";
import { allTeamSettings } from "./team-settings.ts";
import * as threshold from "./thresholds.ts";
import * as usage from "./usage.ts";
import * as verification from "./verifications.ts";

const oneAccount = z.object({ account: account.account });
/** `mailed`: whether the link is also sent to its recipient by e-mail. */
const link = z.object({ link: z.string(), mailed: z.boolean() });
/** Where the browser continues. */
const away = z.object({ url: z.string() });
/** Which keys created by the member ended with the membership, and which stay valid. */
const memberGone = z.object({ revoked: z.array(key.memberKey), goOn: z.array(key.memberKey) });
const auditEntries = z.object({ entries: z.array(audit.auditEntry) });

/** The schema of each route's successful response; null if that is not JSON. */
const routeAnswers: Readonly<Record<string, z.ZodType | null>> = {
  "GET /state": account.state,
  "POST /setup": account.me,
  "POST /reset": account.me,
  "POST /sign-in": account.me,
  "POST /sign-in/code": account.me,
  "POST /sign-in/passkey": account.me,
  "POST /sign-in/passkey/options": signIn.passkeyOptions,
  "POST /sign-out": null,
  "GET /overview": usage.overview,
  "POST /keys/playground": key.playgroundKey,
  "DELETE /keys/:id": null,
  "GET /find": operation.found,
  "GET /limits": key.limitsNow,
  "GET /thresholds": threshold.thresholds,
  "GET /verifications/funnel": verification.verificationFunnel,
  "GET /verifications/waiting": verification.waitingReviews,
  "GET /sessions": z.object({ sessions: z.array(signIn.session) }),
  "DELETE /sessions/:id": null,
  "POST /sessions/end-others": null,
  "POST /password": null,
  "POST /confirm": null,
  "POST /confirm/passkey": null,
  "POST /confirm/app": null,
  "GET /factors": signIn.factors,
  "POST /passkeys/options": signIn.passkeyOptions,
  "POST /passkeys": signIn.recoveryCodes,
  "PATCH /passkeys/:id": null,
  "DELETE /passkeys/:id": null,
  "POST /authenticator-app": signIn.pendingApp,
  "POST /authenticator-app/finish": signIn.recoveryCodes,
  "DELETE /authenticator-app": null,
  "POST /recovery-codes": signIn.recoveryCodes,
  "GET /review-mail": verification.reviewMail,
  "PUT /review-mail": verification.reviewMail,
  "DELETE /account": null,
  "GET /account/settings": allTeamSettings,
  "PATCH /account/settings": allTeamSettings,
  "POST /teams/:id/switch": account.me,
  "GET /members": z.object({ members: z.array(team.member) }),
  "PATCH /members/:id": null,
  "GET /members/:id/keys": z.object({ keys: z.array(key.memberKey) }),
  "DELETE /members/:id": memberGone,
  "POST /members/:id/hand-over": null,
  "POST /leave": memberGone,
  "GET /invitations": z.object({ invitations: z.array(team.invitation) }),
  "POST /invitations": z.object({
    invitation: team.invitation,
    /** Null if the link is sent by e-mail: only the address may receive it. */
    link: z.string().nullable(),
    mailed: z.boolean(),
  }),
  "DELETE /invitations/:id": null,
  "POST /invitation": team.openInvitation,
  "POST /invitation/accept": account.me,
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
  "GET /audit": auditEntries,
  "GET /audit/export": null,
  "GET /service/audit": auditEntries,
  "GET /service/audit/export": null,
  "GET /accounts": z.object({ accounts: z.array(account.accountRow) }),
  "POST /accounts": oneAccount.extend({ link: z.string().nullable(), mailed: z.boolean() }),
  "PATCH /accounts/:id": oneAccount,
  "DELETE /accounts/:id": null,
  "GET /accounts/:id/audit": auditEntries,
  "GET /people": z.object({ people: z.array(account.person) }),
  "PATCH /people/:id": null,
  "POST /people/:id/reset-link": link,
  "POST /people/:id/sign-out": null,
  "GET /plans": z.object({ plans: z.record(z.string(), key.plan) }),
  "GET /models": z.object({ models: z.unknown() }),
  "GET /health": operation.health,
};

/** Sets the response schema of a route, so that only its fields are sent. @throws Error for a route missing from the table */
export function checkAnswer(route: RouteOptions & { readonly routePath: string }): void {
  const name = `${String(route.method)} ${route.routePath}`;
  if (route.method === "HEAD") return;
  const schema = routeAnswers[name];
  if (schema === undefined) throw new Error(`${name} has no answer in answers/by-route.ts`);
  if (schema !== null) route.schema = { ...route.schema, response: { "2xx": schema } };
}
