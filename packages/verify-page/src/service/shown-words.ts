import { consentVersion } from "@selfsame/texts/consent-version";
import type { Session } from "./session.ts";

/** What the person is asked in the account's words; undefined where the page has its own. */
export function ownWords({ consent: { own } }: Pick<Session, "consent">, language: string): string | undefined {
  return own !== null && Object.hasOwn(own.texts, language) ? own.texts[language] : undefined;
}

/** Of the words that are shown in the language. */
export function shownVersion(session: Pick<Session, "consent">, language: string): string {
  return ownWords(session, language) === undefined ? consentVersion : (session.consent.own?.version ?? consentVersion);
}
