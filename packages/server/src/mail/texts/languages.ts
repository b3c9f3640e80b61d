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

const languages = { en, es, fr, de, pt, ar, hi, zh, ja } as const satisfies Readonly<Record<string, Texts>>;

export type Language = keyof typeof languages;

export const textsIn = (language: Language): Texts => languages[language];

/** @param header a browser's Accept-Language. @returns what it likes best of what is spoken here, English where that is nothing */
export function languageFor(header: string | undefined): Language {
  const wanted = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", weight = ""] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      const q = weight === "" ? 1 : Number(weight);
      return { code: tag.split("-")[0] ?? "", weight: Number.isNaN(q) ? 0 : q };
    });
  const liked = wanted.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return liked.map(({ code }) => code).find(isSpoken) ?? "en";
}

function isSpoken(code: string): code is Language {
  return Object.hasOwn(languages, code);
}
