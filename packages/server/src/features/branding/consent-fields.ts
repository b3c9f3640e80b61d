import { z } from "zod";
import { languageCodes } from "@selfsame/texts/languages";

/** An invisible character that changes the direction of what follows could show other words than those that are hashed. */
const directed = /[\u202a-\u202e\u2066-\u2069]/;
/** The page shows a tag as its characters. Who sends one expects something else. */
const tag = /<[/!?a-z]/i;
const plain = (text: string): boolean => /\p{L}/u.test(text) && !directed.test(text) && !tag.test(text);

const limits = { text: 2000, purpose: 200 } as const;

const words = z.strictObject({
  text: z
    .string()
    .overwrite((text) => text.replaceAll("\r\n", "\n"))
    .trim()
    .min(1)
    .max(limits.text)
    .regex(/^(?:\P{Cc}|\n)+$/u)
    .refine(plain),
  purpose: z
    .string()
    .trim()
    .min(1)
    .max(limits.purpose)
    .regex(/^\P{Cc}+$/u)
    .refine(plain)
    .nullable()
    .default(null),
});

/** A text for each language that the hosted page speaks. Null: the service's words again. */
export const consentFields = Object.fromEntries(languageCodes.map((code) => [code, words.nullable()]));

export const consentFieldsMeant = `Plain text without markup and with at least one letter: \`text\` of at most ${limits.text} characters, which the person agrees to, and \`purpose\` of at most ${limits.purpose} in one line. Null restores the service's own words.`;
