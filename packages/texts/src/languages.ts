/** Every language, for programs that run in Node. Browsers load one: their builds take it from its file. */
import { readdirSync } from "node:fs";
import { basename, extname } from "node:path";
import type { CameraTexts } from "./camera.ts";
import type { ChallengeTexts } from "./challenge.ts";
import * as english from "./languages/en.ts";
import type { MailTexts } from "./mail.ts";
import type { EmbedTexts, PageTexts, WithoutScriptTexts } from "./page.ts";

/** What a file of languages/ exports. */
export interface Language {
  readonly camera: CameraTexts;
  readonly challenge: ChallengeTexts;
  readonly page: PageTexts;
  readonly embed: EmbedTexts;
  readonly withoutScript: WithoutScriptTexts;
  readonly mail: MailTexts;
}

const folder = new URL("languages/", import.meta.url);

/** By code (ISO 639-1), in the order of their codes. */
export const languages: ReadonlyMap<string, Language> = new Map(
  await Promise.all(
    readdirSync(folder)
      .toSorted()
      .map(async (file) => {
        const language = (await import(new URL(file, folder).href)) as Language;
        return [basename(file, extname(file)), language] as const;
      }),
  ),
);

/** English where there is no such language. */
export const textsIn = (code: string): Language => languages.get(code) ?? english;
