import type { Texts } from "./texts.ts";

/** Each is a file of its own, of which a visit loads one. */
const load = {
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
  fr: () => import("./fr.ts"),
  de: () => import("./de.ts"),
  pt: () => import("./pt.ts"),
  ar: () => import("./ar.ts"),
  hi: () => import("./hi.ts"),
  zh: () => import("./zh.ts"),
  ja: () => import("./ja.ts"),
} as const;

export type Language = keyof typeof load;

/** As those who speak them call them. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  fr: "Français",
  de: "Deutsch",
  pt: "Português",
  ar: "العربية",
  hi: "हिन्दी",
  zh: "中文",
  ja: "日本語",
};

export interface Wording {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  readonly texts: Texts;
}

/** @param wanted language tags (BCP 47) in order of preference. @returns the first that is spoken here, English where none is */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? "").find(isSpoken) ?? "en";
}

export async function wordingIn(language: Language): Promise<Wording> {
  const { texts } = await load[language]();
  return { language, direction: language === "ar" ? "rtl" : "ltr", texts };
}

/** The text with its words in braces filled in. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (braced, name: string) => String(values[name] ?? braced));
}

export function isSpoken(code: string): code is Language {
  return Object.hasOwn(load, code);
}
