import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { SignedInBy } from "../store/signed-in-by.ts";

/** The acting person, their address, and how they signed in. */
export interface Actor {
  /** A user's id, `command line`, or null if no user is signed in. */
  readonly actor: string | null;
  readonly address: string | null;
  /** Absent if no user is signed in: with an API key, or before the sign-in. */
  readonly signedInBy?: SignedInBy | null;
}

export type AuditAction =
  | "sign_in"
  | "sign_in_failed"
  | "sign_out"
  | "session_ended"
  | "password_changed"
  | "password_reset"
  | "account_claimed"
  | "account_created"
  | "account_changed"
  | "account_deleted"
  | "reset_link_made"
  | "second_factor_failed"
  | "passkey_added"
  | "passkey_renamed"
  | "passkey_removed"
  | "authenticator_app_set"
  | "authenticator_app_removed"
  | "recovery_codes_made"
  | "recovery_code_used"
  | "factors_removed"
  | "email_proven"
  | "email_taken_over"
  | "second_factor_required"
  | "second_factor_optional"
  | "passive_liveness_required"
  | "challenge_mode_changed"
  | "passive_liveness_optional"
  | "threshold_changed"
  | "team_setting_changed"
  | "retention_changed"
  | "operator_added"
  | "operator_removed"
  | "member_invited"
  | "invitation_withdrawn"
  | "member_joined"
  | "member_changed"
  | "member_removed"
  | "member_left"
  | "ownership_handed_over"
  | "team_renamed"
  | "sign_on_changed"
  | "sign_on_removed"
  | "sign_on_required"
  | "sign_on_optional"
  | "sign_on_linked"
  | "sign_on_refused"
  | "email_domain_claimed"
  | "email_domain_proven"
  | "email_domain_released"
  | "email_domain_missing"
  | "email_domain_expired"
  | "key_created"
  | "key_changed"
  | "key_rotated"
  | "key_revoked"
  | "key_deleted"
  | "expired_key_refused"
  | "revoked_key_refused"
  | "closed_key_refused"
  | "foreign_key_refused"
  | "receipt_key_rotated"
  | "receipt_key_removed"
  | "template_keys_deleted"
  | "oidc_client_created"
  | "oidc_client_changed"
  | "oidc_client_rotated"
  | "oidc_client_deleted"
  | "oidc_key_rotated"
  | "audit_exported"
  | "batch_created"
  | "batch_cancelled"
  | "batch_deleted"
  | "batch_exported"
  | "verification_cancelled"
  | "verification_link_renewed"
  | "verification_repeated"
  | "verification_approved"
  | "verification_rejected"
  | "verification_retried"
  | "verification_review_proposed"
  | "review_settings_changed"
  | "evidence_settings_changed"
  | "evidence_read"
  | "evidence_deleted"
  | "domain_added"
  | "domain_removed"
  | "branding_changed"
  | "consent_texts_changed"
  | "trust_anchor_added"
  | "registration_certificate_added"
  | "registration_certificate_removed"
  | "trust_list_changed"
  | "trust_list_removed"
  | "revocation_list_added"
  | "revocation_list_removed"
  | "trust_anchor_removed"
  | "webhook_endpoint_created"
  | "webhook_endpoint_changed"
  | "webhook_endpoint_rotated"
  | "webhook_endpoint_enabled"
  | "webhook_endpoint_disabled"
  | "webhook_endpoint_removed"
  | "webhook_deliveries_replayed";

export interface AuditEntry {
  readonly id: number;
  readonly atMs: number;
  /** Null for a sign-in to an account that does not exist. */
  readonly accountId: string | null;
  /** Null if the account no longer exists. */
  readonly accountName: string | null;
  readonly action: string;
  readonly actor: string | null;
  readonly actorEmail: string | null;
  /** An operator of the service who is not in the account's team. */
  readonly byOperator: boolean;
  readonly target: string | null;
  readonly address: string | null;
  readonly signedInBy: SignedInBy | null;
}

export const commandLine: Actor = { actor: "command line", address: null, signedInBy: "cli" };

/** @param target the object of the action: a key's id, a domain, a plan; never a secret */
export async function writeAudit(
  db: Kysely<Schema>,
  nowMs: number,
  by: Actor,
  action: AuditAction,
  accountId: string | null,
  target: string | null = null,
): Promise<void> {
  const { actor, address, signedInBy: signed_in_by = null } = by;
  await db
    .insertInto("audit")
    .values({ at_ms: nowMs, account_id: accountId, actor, address, signed_in_by, action, target })
    .execute();
}
