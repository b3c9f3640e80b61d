import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../../platform/audit/audit.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";

/** From which similarity, 0 to 1, two faces match where the request does not say. Null: the next that is set, at last the model's own. */
export interface TeamThresholds {
  readonly team: number | null;
  /** Of verification sessions, before their key's. */
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

/** For requests, sessions and batches that begin from now on. */
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
 * What holds for a verification session whose request says nothing: what is saved for sessions, for its key, for the team.
 *
 * @param keyId null: from the dashboard or the command line
 * @returns null: the model's own
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
