/// <reference types="vite/client" />
import type { PageTexts } from "@selfsame/texts/page";
import { codeOf, directionOf, languageFor } from "@selfsame/texts/wording";

export interface Wording {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly texts: PageTexts;
}

/** Each language is a separate file, so that a visit loads only one. */
const load = import.meta.glob<PageTexts>("../../texts/src/languages/*.ts", { query: "?parts=page", import: "page" });

const pathOf = (language: string) => `../../texts/src/languages/${language}.ts`;

export const languages: readonly string[] = Object.keys(load).map(codeOf).toSorted();

/** @param wanted language tags (BCP 47) in order of preference */
export async function loadWording(wanted: readonly string[]): Promise<Wording> {
  const language = languageFor(wanted, languages);
  const texts = await load[pathOf(language)]?.();
  if (!texts) throw new Error(`No texts in '${language}'`);
  return { language, direction: directionOf(language), texts };
}
