import { languageCodes } from "@selfsame/texts/languages";
import Negotiator from "negotiator";

/** English first: it answers `*`. */
const available = ["en", ...languageCodes.filter((code) => code !== "en")];

/** @param header a browser's Accept-Language. @returns its most preferred language that we have, otherwise English */
export function acceptedLanguage(header: string | undefined): string {
  const negotiator = new Negotiator({ headers: { "accept-language": (header ?? "").slice(0, 500) } });
  return negotiator.languages(available)[0] ?? "en";
}
