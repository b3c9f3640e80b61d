import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";

/** Who does something, and from where. */
export interface Actor {
  /** A person's id, `command line`, or null when nobody is signed in. */
  readonly actor: string | null;
  readonly address: string | null;
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
  | "key_created"
  | "key_changed"
  | "key_rotated"
  | "key_revoked"
  | "key_deleted"
  | "expired_key_refused"
  | "revoked_key_refused"
  | "closed_key_refused"
  | "domain_added"
  | "domain_removed"
  | "branding_changed"
  | "webhook_endpoint_created"
  | "webhook_endpoint_rotated"
  | "webhook_endpoint_enabled"
  | "webhook_endpoint_disabled"
  | "webhook_endpoint_removed";

export interface AuditEntry {
  readonly id: number;
  readonly atMs: number;
  readonly action: string;
  readonly actor: string | null;
  readonly target: string | null;
  readonly address: string | null;
}

export const commandLine: Actor = { actor: "command line", address: null };

const pageSize = 50;

/** @param target what was acted on: a key's id, a domain, a plan; never a secret */
export async function writeAudit(
  db: Kysely<Schema>,
  nowMs: number,
  by: Actor,
  action: AuditAction,
  accountId: string | null,
  target: string | null = null,
): Promise<void> {
  await db
    .insertInto("audit")
    .values({ at_ms: nowMs, account_id: accountId, actor: by.actor, address: by.address, action, target })
    .execute();
}

/** The newest entries of an account, at most 50. @param before an entry's id: older ones than that */
export function listAudit(db: Kysely<Schema>, accountId: string, before?: number): Promise<AuditEntry[]> {
  return db
    .selectFrom("audit")
    .select(["id", "at_ms as atMs", "action", "actor", "target", "address"])
    .where("account_id", "=", accountId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(pageSize)
    .execute();
}
