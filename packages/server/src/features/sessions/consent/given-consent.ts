import type { Kysely } from "kysely";
import { consentVersion } from "@selfsame/texts/consent-version";
import { languageCodes, textsIn } from "@selfsame/texts/languages";
import { filled } from "@selfsame/texts/wording";
import type { Schema } from "@selfsame/platform/store/schema";
import { readConsentTexts, versionName, versionOf } from "../../branding/consent-texts.ts";
import { purposeOf } from "../../branding/branding.ts";
import type { SessionRow } from "../session.ts";

/** The consent as the page sends it. */
export interface Agreed {
  /** The version of the consent text that was shown. */
  readonly version: string;
  /** The language of the text (ISO 639-1). */
  readonly language?: string | undefined;
}

/** A consent as it was given. Later changes by the account do not change it. */
export interface GivenConsent {
  readonly version: string;
  /** ISO 639-1; null if the page did not send it. */
  readonly language: string | null;
  /** The author of the text. Absent in consents of an earlier version, which had only the service's text. */
  readonly words?: "account" | "service" | null;
  /** The purpose in that language, as the account states it. Absent or null: to confirm who the person is. */
  readonly purpose?: string | null;
  /** The consent text. Null if a page other than the service's showed its own. */
  readonly text: string | null;
  /** The requesting party's name, as the page showed it. */
  readonly name: string;
  readonly controller: string | null;
  readonly contact: string | null;
  readonly privacy_url: string | null;
  /** Days for which the photos are stored, encrypted to the account's key. Null, or absent in consents of an earlier version: not stored. */
  readonly evidence_days?: number | null;
  /** Days for which the session is stored after its end. Absent in consents of an earlier version, which did not record it. */
  readonly sessions_days?: number;
}

/** Days for which the account stores sessions after their end, set by the account or the installation. */
export type SessionsDaysOf = (db: Kysely<Schema>, accountId: string) => Promise<number>;

export async function consentOf(
  db: Kysely<Schema>,
  { account_id, return_url, evidence_days }: Pick<SessionRow, "account_id" | "return_url" | "evidence_days">,
  { version, language: asked }: Agreed,
  sessionsDaysOf: SessionsDaysOf,
): Promise<GivenConsent> {
  const { name, controller, contact, privacy_url } = await purposeOf(db, account_id, return_url);
  const language = asked !== undefined && languageCodes.includes(asked) ? asked : null;
  const shown = language === null ? undefined : await wordsOf(db, account_id, version, language, name);
  const { text = null, words = null, purpose = null } = shown ?? {};
  const sessions_days = await sessionsDaysOf(db, account_id);
  return {
    version,
    language,
    words,
    purpose,
    text,
    name,
    controller,
    contact,
    privacy_url,
    evidence_days,
    sessions_days,
  };
}

/** The text of a version, if the service knows it. */
async function wordsOf(
  db: Kysely<Schema>,
  accountId: string,
  version: string,
  language: string,
  name: string,
): Promise<{ text: string; words: "account" | "service"; purpose: string | null } | undefined> {
  const number = versionOf(version);
  const own = number && (await readConsentTexts(db, accountId, number))?.texts[language];
  if (own) return { ...own, words: "account" };
  if (version !== consentVersion) return undefined;
  return { text: filled((await textsIn(language)).page.consent, { name }), words: "service", purpose: null };
}

/** Whether the page showed a text other than the current one. A page of the account's own shows its own text, under its own version. */
export async function isOutdated(
  db: Kysely<Schema>,
  accountId: string,
  { version, language = "" }: Agreed,
): Promise<boolean> {
  const isService = version === consentVersion;
  if (!isService && versionOf(version) === undefined) return false;
  const own = await readConsentTexts(db, accountId);
  const hasOwn = own?.texts[language] !== undefined;
  return isService ? hasOwn : !hasOwn || version !== versionName(own.version);
}
