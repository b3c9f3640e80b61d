import type { FastifyRequest, RouteOptions } from "fastify";
import { isAtLeast } from "../../accounts/people/teams/roles.ts";
import type { Role } from "../../accounts/people/teams/roles.ts";

/**
 * Who may call a route: `anyone`, also without a session; `signed-in`, with any role; members of the team from this role on; or `operator`, who
 * runs the service. For all other users the operators' routes do not exist (404).
 */
export type Needs = "anyone" | "signed-in" | Role | "operator";

/** The only table of roles: every route of the dashboard's API, and, with its full path, each route of version 3 that the dashboard calls. */
export const routeRoles: Readonly<Record<string, Needs>> = {
  "GET /state": "anyone",
  "POST /setup": "anyone",
  "POST /reset": "anyone",
  "POST /sign-in": "anyone",
  "POST /sign-in/code": "anyone",
  "POST /sign-in/passkey": "anyone",
  "POST /sign-in/passkey/options": "anyone",
  "POST /sign-out": "anyone",
  "POST /invitation": "anyone",
  "POST /invitation/accept": "anyone",
  "POST /sign-on/find": "anyone",
  "POST /sign-on/start": "anyone",
  "GET /sign-on/callback/:id": "anyone",

  "GET /sessions": "signed-in",
  "DELETE /sessions/:id": "signed-in",
  "POST /sessions/end-others": "signed-in",
  "POST /password": "signed-in",
  "POST /confirm": "signed-in",
  "POST /confirm/passkey": "signed-in",
  "POST /confirm/app": "signed-in",
  "GET /factors": "signed-in",
  "POST /passkeys/options": "signed-in",
  "POST /passkeys": "signed-in",
  "PATCH /passkeys/:id": "signed-in",
  "DELETE /passkeys/:id": "signed-in",
  "POST /authenticator-app": "signed-in",
  "POST /authenticator-app/finish": "signed-in",
  "DELETE /authenticator-app": "signed-in",
  "POST /recovery-codes": "signed-in",
  "POST /sign-on/confirm": "signed-in",
  "POST /teams/:id/switch": "signed-in",
  "POST /leave": "signed-in",

  "GET /overview": "viewer",
  "GET /find": "viewer",
  "GET /limits": "viewer",
  "GET /members": "viewer",
  "GET /members/:id/keys": "viewer",
  "GET /thresholds": "viewer",
  "GET /verifications/funnel": "viewer",
  "GET /verifications/waiting": "viewer",
  "GET /account/settings": "viewer",

  "GET /review-mail": "reviewer",
  "PUT /review-mail": "reviewer",

  "POST /api/v3/sessions/:id/link": "reviewer",
  "POST /api/v3/sessions/:id/review": "reviewer",
  "DELETE /api/v3/sessions/:id/review": "reviewer",
  "POST /api/v3/sessions/:id/assign": "reviewer",
  "POST /api/v3/sessions/:id/notes": "reviewer",
  "GET /api/v3/sessions/:id/evidence": "reviewer",

  "GET /api/v3/sessions": "viewer",
  "GET /api/v3/sessions/:id": "viewer",
  "GET /api/v3/sessions/:id/timeline": "viewer",
  "GET /api/v3/batches": "viewer",
  "GET /api/v3/batches/:id": "viewer",
  "GET /api/v3/branding": "viewer",
  "GET /api/v3/domains": "viewer",
  "GET /api/v3/keys": "viewer",
  "GET /api/v3/keys/:id": "viewer",
  "GET /api/v3/consent_texts": "viewer",
  "GET /api/v3/consent_texts/:version": "viewer",
  "GET /api/v3/requests": "viewer",
  "GET /api/v3/trust_anchors": "viewer",
  "GET /api/v3/usage": "viewer",
  "GET /api/v3/registration_certificates": "viewer",
  "GET /api/v3/oidc_clients": "viewer",
  "GET /api/v3/events": "viewer",
  "GET /api/v3/events/:id": "viewer",
  "GET /api/v3/webhook_endpoints": "viewer",
  "GET /api/v3/webhook_endpoints/:id": "viewer",
  "GET /api/v3/webhook_endpoints/:id/deliveries": "viewer",
  "GET /api/v3/webhook_endpoints/:id/deliveries/:delivery": "viewer",

  "POST /api/v3/sessions": "developer",
  "POST /api/v3/sessions/:id/repeat": "developer",
  "POST /api/v3/sessions/:id/cancel": "developer",
  "POST /api/v3/domains": "developer",
  "DELETE /api/v3/domains/:domain": "developer",
  "POST /api/v3/batches": "developer",
  "GET /api/v3/batches/:id/results": "developer",
  "POST /api/v3/batches/:id/cancel": "developer",
  "DELETE /api/v3/batches/:id": "developer",

  "POST /api/v3/keys": "developer",
  "PATCH /api/v3/keys/:id": "developer",
  "POST /api/v3/keys/:id/rotate": "developer",
  "DELETE /api/v3/keys/:id": "developer",

  "POST /api/v3/webhook_endpoints": "developer",
  "PATCH /api/v3/webhook_endpoints/:id": "developer",
  "DELETE /api/v3/webhook_endpoints/:id": "developer",
  "POST /api/v3/webhook_endpoints/:id/rotate": "developer",
  "POST /api/v3/webhook_endpoints/:id/enable": "developer",
  "POST /api/v3/webhook_endpoints/:id/replay_failed": "developer",
  "POST /api/v3/webhook_endpoints/:id/test": "developer",
  "POST /api/v3/webhook_endpoints/:id/deliveries/:delivery/resend": "developer",

  "POST /keys/playground": "developer",
  "DELETE /keys/:id": "developer",

  "DELETE /api/v3/sessions/:id/evidence": "admin",

  "POST /api/v3/branding": "admin",
  "PUT /api/v3/branding/logo": "admin",
  "DELETE /api/v3/branding/logo": "admin",
  "POST /api/v3/consent_texts": "admin",
  "POST /api/v3/trust_anchors": "admin",
  "DELETE /api/v3/trust_anchors/:id": "admin",
  "POST /api/v3/registration_certificates": "admin",
  "DELETE /api/v3/registration_certificates/:id": "admin",
  "POST /api/v3/oidc_clients": "admin",
  "PATCH /api/v3/oidc_clients/:id": "admin",
  "POST /api/v3/oidc_clients/:id/rotate": "admin",
  "DELETE /api/v3/oidc_clients/:id": "admin",

  "GET /audit": "admin",
  "GET /audit/export": "admin",
  "PATCH /account/settings": "admin",
  "PATCH /members/:id": "admin",
  "DELETE /members/:id": "admin",
  "GET /invitations": "admin",
  "POST /invitations": "admin",
  "DELETE /invitations/:id": "admin",

  "POST /members/:id/hand-over": "owner",
  "DELETE /account": "owner",
  "GET /sign-on": "owner",
  "PUT /sign-on": "owner",
  "DELETE /sign-on": "owner",
  "PUT /sign-on/required": "owner",
  "POST /sign-on/test": "owner",
  "GET /sign-on/tests/:id": "owner",
  "POST /sign-on/domains": "owner",
  "POST /sign-on/domains/:domain/check": "owner",
  "DELETE /sign-on/domains/:domain": "owner",

  "GET /accounts": "operator",
  "POST /accounts": "operator",
  "PATCH /accounts/:id": "operator",
  "DELETE /accounts/:id": "operator",
  "GET /accounts/:id/audit": "operator",
  "GET /service/audit": "operator",
  "GET /service/audit/export": "operator",
  "GET /people": "operator",
  "PATCH /people/:id": "operator",
  "POST /people/:id/reset-link": "operator",
  "POST /people/:id/sign-out": "operator",
  "GET /plans": "operator",
  "GET /models": "operator",
  "GET /health": "operator",
};

/**
 * Routes of version 3 that a user may call only within ten minutes after confirming their identity; or only if the body has one of the named fields.
 */
export const confirmedRoutes: Readonly<Record<string, true | readonly string[]>> = {
  "DELETE /api/v3/batches/:id": true,
  "POST /api/v3/keys": true,
  "PATCH /api/v3/keys/:id": true,
  "POST /api/v3/keys/:id/rotate": true,
  "POST /api/v3/webhook_endpoints": true,
  "PATCH /api/v3/webhook_endpoints/:id": ["url", "types"],
  "DELETE /api/v3/webhook_endpoints/:id": true,
  "POST /api/v3/webhook_endpoints/:id/rotate": true,
  "POST /api/v3/trust_anchors": true,
  "POST /api/v3/registration_certificates": true,
  "POST /api/v3/oidc_clients": true,
  "PATCH /api/v3/oidc_clients/:id": true,
  "POST /api/v3/oidc_clients/:id/rotate": true,
  "DELETE /api/v3/sessions/:id/evidence": true,
};

/** Routes of version 3 that a user may call only with `mode=test`. What a live session requires is set by the key that creates it. */
export const testRoutes: ReadonlySet<string> = new Set(["POST /api/v3/sessions"]);
/** Routes of version 3 that a user calls for a key of the team, in `key_id`. */
export const keyedRoutes: ReadonlySet<string> = new Set(["POST /api/v3/batches"]);

/** Reports of version 3: with a rate of their own, and operators may name another account in `account_id`, or `all`. */
export const reportRoutes: ReadonlySet<string> = new Set(["GET /api/v3/usage"]);

const v3Prefix = "/api/v3/";

/** The rule for a user who calls a route of version 3 with the dashboard's cookie. @returns undefined if the route does not accept the cookie */
export function roleFor({ method, routeOptions: { url = "" } }: FastifyRequest): NeedsOfRoute | undefined {
  const route = `${method === "HEAD" ? "GET" : method} ${url}`;
  const needs = url.startsWith(v3Prefix) ? routeRoles[route] : undefined;
  return needs === undefined || needs === "anyone" ? undefined : { route, needs };
}

interface NeedsOfRoute {
  /** The route's name in the table. */
  readonly route: string;
  readonly needs: Exclude<Needs, "anyone">;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The rule for a route of the dashboard. */
    needs?: Needs;
  }
}

/** Stores on a route who may call it. @throws Error for a route missing from the table, so that none is open by oversight */
export function noteRole(route: RouteOptions & { readonly routePath: string }): void {
  // HEAD has the role of GET.
  const method = route.method === "HEAD" ? "GET" : String(route.method);
  const name = `${method} ${route.routePath}`;
  const needs = routeRoles[name];
  if (needs === undefined) throw new Error(`${name} has no role in route-roles.ts`);
  route.config = { ...route.config, needs };
}

/**
 * Limits a user without the second factor that their team requires to their own settings, where they can set one up.
 *
 * @returns the error code, or undefined to continue
 */
export function rejectionFor(
  needs: Exclude<Needs, "anyone">,
  me: { readonly role: Role; readonly user: { readonly operator: boolean }; readonly factorNeeded: boolean },
): "not_found" | "not_allowed" | "factor_needed" | undefined {
  if (needs === "signed-in") return undefined;
  if (me.factorNeeded) return "factor_needed";
  if (needs === "operator") return me.user.operator ? undefined : "not_found";
  return isAtLeast(me.role, needs) ? undefined : "not_allowed";
}
