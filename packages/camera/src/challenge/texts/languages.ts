import type { Language } from "../../texts/languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { hi } from "./hi.ts";
import { ja } from "./ja.ts";
import { pt } from "./pt.ts";
import type { ChallengeTexts } from "./texts.ts";
import { zh } from "./zh.ts";

const languages: Readonly<Record<Language, ChallengeTexts>> = { en, es, fr, de, pt, ar, hi, zh, ja };

/** @param changes texts of the page's own, which go before ours */
export function challengeTexts(language: Language, changes: Partial<ChallengeTexts> = {}): ChallengeTexts {
  return { ...languages[language], ...changes };
}

/** The text with its words in braces filled in. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (braced, name: string) => String(values[name] ?? braced));
}
