import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { hi } from "./hi.ts";
import { ja } from "./ja.ts";
import { pt } from "./pt.ts";
import type { Texts } from "./texts.ts";
import { zh } from "./zh.ts";

const languages = { en, es, fr, de, pt, ar, hi, zh, ja } as const;

export type Language = keyof typeof languages;

export interface Wording {
  readonly texts: Texts;
  /** For the `lang` attribute, so that it is pronounced right. */
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
}

/**
 * The first language that is spoken here, English where none is.
 * @param wanted language tags (BCP 47) in order of preference: "pt-BR" is answered with "pt"
 * @param changes texts of the page's own, which go before ours
 */
export function wordingFor(wanted: readonly string[], changes: Partial<Texts> = {}): Wording {
  const language = wanted.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? "").find(isSpoken) ?? "en";
  return { texts: { ...languages[language], ...changes }, language, direction: language === "ar" ? "rtl" : "ltr" };
}

function isSpoken(code: string): code is Language {
  return Object.hasOwn(languages, code);
}
