import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import { lockAccount } from "@selfsame/platform/store/lock-account";
import type { Schema } from "@selfsame/platform/store/schema";
import type { BrandingDeps } from "./branding.ts";

/** What a person agrees to in one language. */
interface ConsentText {
  readonly text: string;
  /** What the check is for. Null: to confirm that the person is who they say they are. */
  readonly purpose: string | null;
}

/** By language (ISO 639-1). A language that is not there has the service's words. */
type ByLanguage = Readonly<Record<string, ConsentText>>;

export interface ConsentTexts {
  /** From 1. */
  readonly version: number;
  readonly atMs: number;
  readonly texts: ByLanguage;
}

/** Versions that are stored of an account: the newest. */
export const versionsMax = 50;

/** As pages and records name it. The service's own versions begin with a year. */
export const versionName = (version: number): string => `account-${version}`;

export function versionOf(name: string): number | undefined {
  const [, digits] = /^account-([1-9][0-9]{0,8})$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** SHA-256 of the text in UTF-8, hex. */
export const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

/** @param version the current one unless given @returns undefined where the account has none, or that one is not stored */
export async function readConsentTexts(
  db: Kysely<Schema>,
  accountId: string,
  version?: number,
): Promise<ConsentTexts | undefined> {
  const row = await db
    .selectFrom("consent_texts")
    .select(["version", "texts", "created_at_ms"])
    .where("account_id", "=", accountId)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && textsOf(row);
}

/** Newest first. @param most of all that are stored */
export async function listConsentTexts(
  db: Kysely<Schema>,
  accountId: string,
  most = versionsMax,
): Promise<readonly ConsentTexts[]> {
  const rows = await db
    .selectFrom("consent_texts")
    .select(["version", "texts", "created_at_ms"])
    .where("account_id", "=", accountId)
    .orderBy("version", "desc")
    .limit(most)
    .execute();
  return rows.map(textsOf);
}

const textsOf = (row: { readonly version: number; readonly texts: string; readonly created_at_ms: number }) => ({
  version: row.version,
  atMs: row.created_at_ms,
  texts: JSON.parse(row.texts) as ByLanguage,
});

/** Null: the service's words again. What is not named stays. */
export type ConsentTextsChange = Readonly<Record<string, ConsentText | null | undefined>>;

/** Makes a new version, unless nothing would change. Sessions whose person agrees from now on have it. */
export function changeConsentTexts(
  { store, now }: BrandingDeps,
  by: Actor,
  accountId: string,
  change: ConsentTextsChange,
): Promise<ConsentTexts | undefined> {
  return store.db.transaction().execute(async (db) => {
    await lockAccount(db, accountId);
    const before = await readConsentTexts(db, accountId);
    const texts = changed(before?.texts ?? {}, change);
    if (JSON.stringify(texts) === JSON.stringify(before?.texts ?? {})) return before;
    const next = { version: (before?.version ?? 0) + 1, atMs: now(), texts };
    await db
      .insertInto("consent_texts")
      .values({
        account_id: accountId,
        version: next.version,
        texts: JSON.stringify(texts),
        created_at_ms: next.atMs,
      })
      .execute();
    await db
      .deleteFrom("consent_texts")
      .where("account_id", "=", accountId)
      .where("version", "<=", next.version - versionsMax)
      .execute();
    const target = [versionName(next.version), ...Object.keys(texts)].join(" ");
    await writeAudit(db, next.atMs, by, "consent_texts_changed", accountId, target);
    return next;
  });
}

/** In the order of languages, so that equal texts are equal JSON. */
function changed(before: ByLanguage, change: ConsentTextsChange): ByLanguage {
  const merged = { ...before, ...Object.fromEntries(Object.entries(change).filter(([, to]) => to !== undefined)) };
  const left = Object.entries(merged).flatMap(([language, words]) =>
    words ? [[language, { text: words.text, purpose: words.purpose }] as const] : [],
  );
  return Object.fromEntries(left.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
