import { z } from "zod";

const time = z.string().meta({ format: "date-time" });
const version = z.string().meta({ description: "As a record of a consent names it, such as `account-3`." });
const textSchema = z.object({
  text: z.string(),
  purpose: z.string().nullable(),
  sha256: z.string().meta({ description: "Of `text` in UTF-8, hex." }),
});
const texts = z.record(z.string(), textSchema).meta({
  description: "By language (ISO 639-1). In a language that is not there the page shows the service's own words.",
});

export const consentTextSchema = z.object({ version, created_at: time, texts }).meta({ id: "ConsentText" });
export const consentTextsSchema = z
  .object({
    languages: z.array(z.string()).meta({ description: "Those that you can set a text for." }),
    version: version.nullable().meta({ description: "The current one. Null: you have no texts of your own." }),
    texts,
    versions: z
      .array(z.object({ version, created_at: time, languages: z.array(z.string()) }))
      .meta({ description: "The newest 50, newest first." }),
  })
  .meta({ id: "ConsentTexts" });
export type ConsentTextsData = z.output<typeof consentTextsSchema>;
