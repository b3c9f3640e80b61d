/// <reference types="vite/client" />
import type { EmbedTexts } from "@selfsame/texts/page";
import { codeOf, languageFor } from "@selfsame/texts/wording";

const texts = import.meta.glob<EmbedTexts>("../../../texts/src/languages/*.ts", { eager: true, import: "embed" });
const byLanguage = new Map(Object.entries(texts).map(([path, text]) => [codeOf(path), text]));

/** The text shown if the session may not be embedded in the page. @param wanted language tags (BCP 47) in order of preference */
export function rejectedText(wanted: readonly string[]): { readonly language: string; readonly text: string } {
  const language = languageFor(wanted, [...byLanguage.keys()]);
  return { language, text: byLanguage.get(language)?.rejected ?? "" };
}
