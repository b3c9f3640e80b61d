import type { AuditAction } from "./audit.ts";

/** Entries that are no changes: sign-ins, rejections, and exports. */
export const accessActions: readonly AuditAction[] = [
  "sign_in",
  "sign_in_failed",
  "sign_out",
  "session_ended",
  "second_factor_failed",
  "recovery_code_used",
  "sign_on_refused",
  "expired_key_refused",
  "revoked_key_refused",
  "closed_key_refused",
  "foreign_key_refused",
  "audit_exported",
  "evidence_read",
  "batch_exported",
];

export const auditKinds = ["changes", "access"] as const;
export type AuditKind = (typeof auditKinds)[number];
