/** Of the languages that the person prefers, the one to write in, and how. */

/** @param wanted language tags (BCP 47) in order of preference: "pt-BR" is answered with "pt". @returns the first of `available`, English where none is */
export function languageFor(wanted: readonly string[], available: readonly string[]): string {
  return wanted.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? "").find((code) => available.includes(code)) ?? "en";
}

/** Of a language's file, by its path. */
export const codeOf = (path: string): string => /([a-z]+)\.ts$/.exec(path)?.[1] ?? path;

const rightToLeft = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/** By the script that the language is written in. `getTextInfo` of Intl.Locale would say it, but Firefox lacks it. */
export function directionOf(language: string): "ltr" | "rtl" {
  return rightToLeft.has(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
}

/** As those who speak it call it, such as "Deutsch". */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The text with its words in braces filled in. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (braced, name: string) => String(values[name] ?? braced));
}
