import type { Kysely } from "kysely";
import { readSetting, type Setting } from "@selfsame/platform/settings/setting";
import type { Schema } from "@selfsame/platform/store/schema";

/**
 * Lowest similarity (0 to 1) at which two faces match when the request sets no threshold. Null: the next setting applies, in the end the model's
 * default.
 */
export interface TeamThresholds {
  readonly team: number | null;
  /** For verification sessions; it takes precedence over their key's threshold. */
  readonly sessions: number | null;
}

/** Applies to requests, sessions and batches that begin from now on. */
export const teamThresholds: Setting<TeamThresholds> = {
  valueIn: ({ threshold = null, session_threshold: sessions = null }) => ({ team: threshold, sessions }),
  columns: ({ team, sessions }) => ({ threshold: team, session_threshold: sessions }),
  audit: ({ team, sessions }) => ["threshold_changed", `team ${team ?? "default"}, sessions ${sessions ?? "default"}`],
};

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
  const { team, sessions } = await readSetting(db, accountId, teamThresholds);
  if (sessions !== null || keyId === null) return sessions ?? team;
  const key = await db.selectFrom("api_keys").select("threshold").where("id", "=", keyId).executeTakeFirst();
  return key?.threshold ?? team;
}
