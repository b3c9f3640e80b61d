import { languageUrl } from "../assets.ts";
import type { Language } from "./languages.ts";
import type { Texts } from "./texts.ts";

/** A camera that speaks English is better than none. @returns undefined where they cannot be loaded, and for English, which is in the script */
export async function loadTexts(language: Language): Promise<Texts | undefined> {
  if (language === "en") return undefined;
  try {
    const module = (await import(/* @vite-ignore */ languageUrl(language))) as Readonly<Record<string, Texts>>;
    return module[language];
  } catch (error) {
    console.warn(`The camera's texts in '${language}' cannot be loaded`, error);
    return undefined;
  }
}
