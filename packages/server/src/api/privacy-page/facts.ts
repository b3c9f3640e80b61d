import type { Kysely } from "kysely";
import { type Branding, readBranding } from "../../features/branding/branding.ts";
import { type ConsentTexts, listConsentTexts } from "../../features/branding/consent-texts.ts";
import { retentionOf } from "../../features/retention/own-retention.ts";
import type { Retention } from "../../features/retention/periods.ts";
import { sealedEvidence } from "../../features/sessions/evidence/settings.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import { readSetting } from "@selfsame/platform/settings/setting";

/** Earlier versions of consent texts are for keys to read. */
const versionsShown = 10;

/** The current settings for the account's sessions. */
export interface Facts {
  /** As its people call it. */
  readonly name: string;
  readonly branding: Branding;
  readonly sessionsDays: number;
  /** Null: no photo is stored. */
  readonly evidenceDays: number | null;
  /** Versions of the account's own consent texts, newest first: the first is in use. */
  readonly versions: readonly ConsentTexts[];
}

/** @returns undefined if the account was deleted */
export async function factsOf(
  db: Kysely<Schema>,
  accountId: string,
  installation: Retention,
): Promise<Facts | undefined> {
  const account = await db.selectFrom("accounts").select("id").where("id", "=", accountId).executeTakeFirst();
  if (!account) return undefined;
  const branding = await readBranding(db, accountId);
  const { sessionsDays } = await retentionOf(db, accountId, installation);
  const evidence = await readSetting(db, accountId, sealedEvidence);
  const versions = await listConsentTexts(db, accountId, versionsShown);
  const name = branding.name ?? branding.controller ?? "";
  return { name, branding, sessionsDays, evidenceDays: evidence && evidence.days, versions };
}
