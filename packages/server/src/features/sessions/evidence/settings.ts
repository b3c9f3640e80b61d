import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../../platform/audit/audit.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";
import { type EvidencePublicKey, thumbprintOf } from "./public-key.ts";

/** To whom a team's sessions seal their photos, and for how many days these are stored. */
export interface EvidenceSettings {
  readonly publicKey: EvidencePublicKey;
  readonly days: number;
}

export const evidenceDays = { usual: 7, max: 90 } as const;

/** Those of a team. */
export interface SetEvidence extends EvidenceSettings {
  /** Null where that was not stored yet. */
  readonly setAtMs: number | null;
}

/** @returns null where the team seals nothing */
export async function readEvidenceSettings(db: Kysely<Schema>, accountId: string): Promise<SetEvidence | null> {
  const row = await db
    .selectFrom("accounts")
    .select(["evidence_key", "evidence_days", "evidence_set_at_ms"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  const settings = row ? settingsOf(row) : null;
  return settings && { ...settings, setAtMs: row?.evidence_set_at_ms ?? null };
}

/** Of an account, or of a session as it was made. */
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

/** For sessions made from now on, since people were asked before by what held then. Without a key those under way seal nothing more either. */
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
