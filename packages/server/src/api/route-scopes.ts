import type { RouteOptions } from "fastify";
import type { Scope } from "../accounts/access/scopes.ts";

/** The only table of scopes: the scope each route requires of a private or a test key, by the route's name in usage; `any`: no scope. */
export const routeScopes: Readonly<Record<string, Scope | "any">> = {
  "v2.verify": "verify",
  "v2.spoof": "analyze",
  "v2.optimize": "analyze",

  "rekognition.compare_faces": "verify",
  "rekognition.detect_faces": "analyze",
  "rekognition.other": "any",
  "compreface.verify": "verify",
  "compreface.other": "any",

  "v3.verify": "verify",
  "v3.create_template": "verify",
  "v3.delete_template_key": "keys:write",
  "v3.check_attestation": "verify",
  "v3.analyze": "analyze",
  "v3.models": "any",

  "v3.get_branding": "sessions",
  "v3.change_branding": "sessions",
  "v3.set_logo": "sessions",
  "v3.delete_logo": "sessions",
  "v3.get_consent_texts": "sessions",
  "v3.get_consent_text": "sessions",
  "v3.change_consent_texts": "sessions",
  "v3.get_retention": "any",
  "v3.change_retention": "keys:write",
  "v3.create_session": "sessions",
  "v3.list_sessions": "sessions",
  "v3.get_session": "sessions",
  "v3.get_timeline": "sessions:review",
  "v3.get_consent": "sessions",
  "v3.compare_session": "sessions",
  "v3.cancel_session": "sessions",
  "v3.renew_link": "sessions",
  "v3.repeat_session": "sessions",
  "v3.review_session": "sessions:review",
  "v3.undo_review": "sessions:review",
  "v3.assign_session": "sessions:review",
  "v3.add_note": "sessions:review",
  "v3.get_evidence": "evidence:read",
  "v3.delete_evidence": "evidence:read",

  "v3.create_batch": "batches",
  "v3.list_batches": "batches",
  "v3.get_batch": "batches",
  "v3.batch_results": "batches",
  "v3.cancel_batch": "batches",
  "v3.delete_batch": "batches",

  "v3.list_events": "webhooks",
  "v3.get_event": "webhooks",
  "v3.trigger_event": "webhooks",
  "v3.follow_events": "webhooks",
  "v3.create_webhook_endpoint": "webhooks",
  "v3.list_webhook_endpoints": "webhooks",
  "v3.get_webhook_endpoint": "webhooks",
  "v3.change_webhook_endpoint": "webhooks",
  "v3.delete_webhook_endpoint": "webhooks",
  "v3.rotate_webhook_endpoint": "webhooks",
  "v3.enable_webhook_endpoint": "webhooks",
  "v3.test_webhook_endpoint": "webhooks",
  "v3.list_webhook_deliveries": "webhooks",
  "v3.get_webhook_delivery": "webhooks",
  "v3.replay_webhook_deliveries": "webhooks",
  "v3.resend_webhook_delivery": "webhooks",

  "v3.get_request": "usage",
  "v3.list_requests": "usage",
  "v3.read_usage": "usage",

  "v3.list_domains": "keys:write",
  "v3.add_domain": "keys:write",
  "v3.remove_domain": "keys:write",

  "v3.add_trust_anchors": "trust:write",
  "v3.list_trust_anchors": "trust:write",
  "v3.remove_trust_anchor": "trust:write",

  "v3.add_registration_certificate": "trust:write",
  "v3.list_registration_certificates": "trust:write",
  "v3.remove_registration_certificate": "trust:write",

  "v3.create_oidc_client": "oidc:write",
  "v3.list_oidc_clients": "oidc:write",
  "v3.change_oidc_client": "oidc:write",
  "v3.rotate_oidc_client": "oidc:write",
  "v3.delete_oidc_client": "oidc:write",

  "v3.create_key": "keys:write",
  "v3.list_keys": "keys:write",
  "v3.get_key": "keys:write",
  "v3.change_key": "keys:write",
  "v3.revoke_key": "keys:write",
  "v3.rotate_key": "keys:write",
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The scope that a restricted key needs for this route. */
    scope?: Scope | "any";
  }
}

/**
 * Stores on a route which scope it requires. @throws Error for a route that takes a private key and is missing from the table, so that none is open
 * by oversight
 */
export function noteScope(route: RouteOptions): void {
  const { endpoint = "", key } = route.config ?? {};
  if (key !== "private") return;
  const scope = routeScopes[endpoint];
  if (scope === undefined) throw new Error(`${endpoint || route.url} has no scope in route-scopes.ts`);
  route.config = { ...route.config, scope };
}
