import type { Kysely } from "kysely";
import { consentVersion } from "@selfsame/texts/consent-version";
import { languageCodes, textsIn } from "@selfsame/texts/languages";
import { filled } from "@selfsame/texts/wording";
import type { Schema } from "../../../platform/store/schema.ts";
import { readConsentTexts, versionName, versionOf } from "../../branding/consent-texts.ts";
import { purposeOf } from "../../branding/branding.ts";
import type { SessionRow } from "../session.ts";

/** As the page says it. */
export interface Agreed {
  /** Of the words that were shown. */
  readonly version: string;
  /** In which language (ISO 639-1). */
  readonly language?: string | undefined;
}

/** What is kept of a consent as it was given: what the account changes later does not change it. */
export interface GivenConsent {
  readonly version: string;
  /** ISO 639-1; null where the page did not say. */
  readonly language: string | null;
  /** Whose words they are. Absent: an earlier version, which had the service's only. */
  readonly words?: "account" | "service" | null;
  /** For what, as the account says it in that language. Absent and null: to confirm who the person is. */
  readonly purpose?: string | null;
  /** The words that were agreed to. Null where another page than the service's showed its own. */
  readonly text: string | null;
  /** Who asked, as the page named them. */
  readonly name: string;
  readonly controller: string | null;
  readonly contact: string | null;
  readonly privacy_url: string | null;
  /** For how many days the photos are stored, encrypted to the account's key. Null, and absent of an earlier version: not at all. */
  readonly evidence_days?: number | null;
  /** For how many days after its end the session is stored. Absent: an earlier version, which did not record it. */
  readonly sessions_days?: number;
}

/** How long the account stores sessions after their end, by its own choice or the installation's. */
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

/** The words that a version is of, where the service knows them. */
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

/** Whether the page showed other words than it would now. A page of the account's own shows its own words, under a version of its own. */
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
