import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../../platform/audit/audit.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";

/**
 * Lowest similarity (0 to 1) at which two faces match when the request sets no threshold. Null: the next setting applies, in the end the model's
 * default.
 */
export interface TeamThresholds {
  readonly team: number | null;
  /** For verification sessions; it takes precedence over their key's threshold. */
  readonly sessions: number | null;
}

export async function readThresholds(db: Kysely<Schema>, accountId: string): Promise<TeamThresholds> {
  const row = await db
    .selectFrom("accounts")
    .select(["threshold", "session_threshold"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return { team: row?.threshold ?? null, sessions: row?.session_threshold ?? null };
}

/** Applies to requests, sessions and batches that begin from now on. */
export function changeThresholds(
  { db }: Pick<Store, "db">,
  by: Actor,
  accountId: string,
  { team, sessions }: TeamThresholds,
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("accounts")
      .set({ threshold: team, session_threshold: sessions })
      .where("id", "=", accountId)
      .execute();
    const target = `team ${team ?? "default"}, sessions ${sessions ?? "default"}`;
    await writeAudit(transaction, nowMs, by, "threshold_changed", accountId, target);
  });
}

/**
 * The threshold of a verification session whose request sets none: the team's for sessions, else its key's, else the team's.
 *
 * @param keyId null: from the dashboard or the command line
 * @returns null: the model's default applies
 */
export async function sessionThreshold(
  db: Kysely<Schema>,
  accountId: string,
  keyId: string | null,
): Promise<number | null> {
  const { team, sessions } = await readThresholds(db, accountId);
  if (sessions !== null || keyId === null) return sessions ?? team;
  const key = await db.selectFrom("api_keys").select("threshold").where("id", "=", keyId).executeTakeFirst();
  return key?.threshold ?? team;
}
