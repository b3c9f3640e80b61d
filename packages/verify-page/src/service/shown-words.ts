import { consentVersion } from "@selfsame/texts/consent-version";
import type { Session } from "./session.ts";

/** The account's consent text in the language; undefined if the page's own text is used. */
export function ownWords({ consent: { own } }: Pick<Session, "consent">, language: string): string | undefined {
  return own !== null && Object.hasOwn(own.texts, language) ? own.texts[language] : undefined;
}

/** Version of the consent text shown in the language. */
export function shownVersion(session: Pick<Session, "consent">, language: string): string {
  return ownWords(session, language) === undefined ? consentVersion : (session.consent.own?.version ?? consentVersion);
}
