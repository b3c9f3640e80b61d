import type { CameraTexts } from "@selfsame/texts/camera";
import type { ChallengeTexts } from "@selfsame/texts/challenge";
import { camera as english } from "@selfsame/texts/languages/en";
import { languageFor } from "@selfsame/texts/wording";
import { languageUrl, translations } from "./assets.ts";

export interface Wording {
  readonly texts: CameraTexts;
  /** Undefined for English, which the challenge's script contains. */
  readonly challenge: ChallengeTexts | undefined;
  /** For the `lang` attribute, so that screen readers pronounce it correctly. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
}

/** Content of a language's file. */
interface Translation {
  readonly camera: CameraTexts;
  readonly challenge: ChallengeTexts;
  readonly direction: "ltr" | "rtl";
}

/** @param language a language tag (BCP 47), tried before the page's and the browser's. @returns the first supported one */
export function chooseLanguage(language = ""): string {
  return languageFor([language, document.documentElement.lang, ...navigator.languages], ["en", ...translations()]);
}

/** A camera in English is better than none. @returns undefined if it cannot be loaded, and for English, which the script contains */
export async function loadTranslation(language: string): Promise<Translation | undefined> {
  if (language === "en") return undefined;
  try {
    return (await import(/* @vite-ignore */ languageUrl(language))) as Translation;
  } catch (error) {
    console.warn(`The camera's texts in '${language}' cannot be loaded`, error);
    return undefined;
  }
}

/**
 * @param translation undefined for English, and if it could not be loaded
 * @param changes texts of the page, which take precedence
 */
export function wordingOf(
  wanted: string,
  translation: Translation | undefined,
  changes: Partial<CameraTexts> = {},
): Wording {
  const language = translation ? wanted : "en";
  return {
    texts: { ...(translation?.camera ?? english), ...changes },
    challenge: translation?.challenge,
    language,
    direction: translation?.direction ?? "ltr",
  };
}
