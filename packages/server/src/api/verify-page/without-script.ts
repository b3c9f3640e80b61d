import { textsIn } from "@selfsame/texts/languages";
import { directionOf } from "@selfsame/texts/wording";
import { acceptedLanguage } from "../../features/mail/accept-language.ts";
import { type ServedFile, servedText } from "../files/file.ts";

/** In the page as it was built. */
const place = "<noscript>This page needs JavaScript.</noscript>";

/**
 * The page with its text for browsers without JavaScript, in the browser's language.
 * @returns the page for an Accept-Language header
 */
export function pageInLanguages(html: string): (acceptLanguage: string | undefined) => Promise<ServedFile> {
  const pages = new Map<string, Promise<ServedFile>>();
  const pageIn = async (language: string) => {
    const words = await wordsIn(language);
    return servedText(
      "index.html",
      html.replace(place, () => words),
    );
  };
  return (acceptLanguage) => {
    const language = acceptedLanguage(acceptLanguage);
    const page = pages.get(language) ?? pageIn(language);
    pages.set(language, page);
    return page;
  };
}

async function wordsIn(language: string): Promise<string> {
  const { title, lead } = (await textsIn(language)).withoutScript;
  return `<noscript><div class="page" lang="${language}" dir="${directionOf(language)}"><main class="card"><div class="step"><h1>${title}</h1><p class="lead">${lead}</p></div></main></div></noscript>`;
}
