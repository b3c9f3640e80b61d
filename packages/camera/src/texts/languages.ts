import { en } from "./en.ts";
import type { Texts } from "./texts.ts";

const languages = ["en", "es", "fr", "de", "pt", "ar", "hi", "zh", "ja"] as const;

export type Language = (typeof languages)[number];

export interface Wording {
  readonly texts: Texts;
  /** For the `lang` attribute, so that it is pronounced right. */
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
}

/** @param wanted language tags (BCP 47) in order of preference: "pt-BR" is answered with "pt". @returns the first that is spoken here, English where none is */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? "").find(isSpoken) ?? "en";
}

/**
 * @param loaded what is not in the script, which is all but English; undefined where it could not be loaded: English then
 * @param changes texts of the page's own, which go before ours
 */
export function wordingOf(wanted: Language, loaded: Texts | undefined, changes: Partial<Texts> = {}): Wording {
  const language = loaded ? wanted : "en";
  return { texts: { ...(loaded ?? en), ...changes }, language, direction: language === "ar" ? "rtl" : "ltr" };
}

/** The page's language, then the browser's. */
export const pageLanguages = (): readonly string[] => [document.documentElement.lang, ...navigator.languages];

function isSpoken(code: string): code is Language {
  return (languages as readonly string[]).includes(code);
}
