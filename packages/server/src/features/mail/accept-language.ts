import { languageCodes } from "@selfsame/texts/languages";
import Negotiator from "negotiator";

/** English first: it answers to `*`. */
const available = ["en", ...languageCodes.filter((code) => code !== "en")];

/** @param header a browser's Accept-Language. @returns the language there is that it likes best, English where that is none */
export function acceptedLanguage(header: string | undefined): string {
  const negotiator = new Negotiator({ headers: { "accept-language": (header ?? "").slice(0, 500) } });
  return negotiator.languages(available)[0] ?? "en";
}
