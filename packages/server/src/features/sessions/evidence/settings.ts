import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../../platform/audit/audit.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";
import { type EvidencePublicKey, thumbprintOf } from "./public-key.ts";

/** The key that a team's sessions seal their photos to, and the days for which these are stored. */
export interface EvidenceSettings {
  readonly publicKey: EvidencePublicKey;
  readonly days: number;
}

export const evidenceDays = { usual: 7, max: 90 } as const;

/** The evidence settings of a team. */
export interface SetEvidence extends EvidenceSettings {
  /** Null if an earlier version set them, which did not store the time. */
  readonly setAtMs: number | null;
}

/** @returns null if the team seals nothing */
export async function readEvidenceSettings(db: Kysely<Schema>, accountId: string): Promise<SetEvidence | null> {
  const row = await db
    .selectFrom("accounts")
    .select(["evidence_key", "evidence_days", "evidence_set_at_ms"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  const settings = row ? settingsOf(row) : null;
  return settings && { ...settings, setAtMs: row?.evidence_set_at_ms ?? null };
}

/** The settings of an account, or of a session when it was created. */
export const settingsOf = (row: {
  readonly evidence_key: string | null;
  readonly evidence_days: number | null;
}): EvidenceSettings | null =>
  row.evidence_key === null
    ? null
    : { publicKey: JSON.parse(row.evidence_key) as EvidencePublicKey, days: row.evidence_days ?? evidenceDays.usual };

export const evidenceColumns = (settings: EvidenceSettings | null) => ({
  evidence_key: settings && JSON.stringify(settings.publicKey),
  evidence_days: settings && settings.days,
});

/**
 * Changes the settings for new sessions, since people in open sessions consented to the previous ones. Without a key, open sessions stop sealing,
 * too.
 */
export async function changeEvidenceSettings(
  { db }: Pick<Store, "db">,
  by: Actor,
  accountId: string,
  settings: EvidenceSettings | null,
  nowMs: number,
): Promise<void> {
  const target = settings ? `${thumbprintOf(settings.publicKey)}, ${settings.days} days` : "off";
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("accounts")
      .set({ ...evidenceColumns(settings), evidence_set_at_ms: settings && nowMs })
      .where("id", "=", accountId)
      .execute();
    if (!settings) {
      await transaction
        .updateTable("verification_sessions")
        .set(evidenceColumns(null))
        .where("account_id", "=", accountId)
        .where("ended_at_ms", "is", null)
        .execute();
    }
    await writeAudit(transaction, nowMs, by, "evidence_settings_changed", accountId, target);
  });
}
