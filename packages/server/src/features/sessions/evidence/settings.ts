import type { Setting } from "@selfsame/platform/settings/setting";
import { type EvidencePublicKey, thumbprintOf } from "./public-key.ts";

/** The key that a team's sessions seal their photos to, and the days for which these are stored. */
export interface EvidenceSettings {
  readonly publicKey: EvidencePublicKey;
  readonly days: number;
}

export const evidenceDays = { usual: 7, max: 90 } as const;

/** The evidence settings of a team. */
export interface SetEvidence extends EvidenceSettings {
  /** Of the key (RFC 7638). */
  readonly thumbprint: string;
  /** Null if an earlier version set them, which did not store the time. */
  readonly setAtMs: number | null;
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
 * Null if the team seals nothing. A change applies to new sessions, since people in open sessions consented to the previous settings. Without a key,
 * open sessions stop sealing, too.
 */
export const sealedEvidence: Setting<SetEvidence | null, EvidenceSettings | null> = {
  valueIn: ({ evidence_key = null, evidence_days = null, evidence_set_at_ms: setAtMs = null }) => {
    const settings = settingsOf({ evidence_key, evidence_days });
    return settings && { ...settings, thumbprint: thumbprintOf(settings.publicKey), setAtMs };
  },
  columns: (settings, nowMs) => ({ ...evidenceColumns(settings), evidence_set_at_ms: settings && nowMs }),
  audit: (settings) => [
    "evidence_settings_changed",
    settings ? `${thumbprintOf(settings.publicKey)}, ${settings.days} days` : "off",
  ],
  alsoChange: async (db, accountId, settings) => {
    if (settings) return;
    await db
      .updateTable("verification_sessions")
      .set(evidenceColumns(null))
      .where("account_id", "=", accountId)
      .where("ended_at_ms", "is", null)
      .execute();
  },
};
