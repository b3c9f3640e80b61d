/** Any language, for programs that run in Node. Browsers load one: their builds take it from its file. */
import { readdirSync } from "node:fs";
import { basename, extname } from "node:path";
import type { CameraTexts } from "./camera.ts";
import type { ChallengeTexts } from "./challenge.ts";
import * as english from "./languages/en.ts";
import type { MailTexts } from "./mail.ts";
import type { EmbedTexts, NoticeTexts, PageTexts, WithoutScriptTexts } from "./page.ts";

/** What a file of languages/ exports. */
export interface Language {
  readonly camera: CameraTexts;
  readonly challenge: ChallengeTexts;
  readonly page: PageTexts;
  readonly notice: NoticeTexts;
  readonly embed: EmbedTexts;
  readonly withoutScript: WithoutScriptTexts;
  readonly mail: MailTexts;
}

const folder = new URL("languages/", import.meta.url);
const files = readdirSync(folder);
const codeOf = (file: string): string => basename(file, extname(file));

/** ISO 639-1, in their order. */
export const languageCodes: readonly string[] = files.map(codeOf).toSorted();

/** English where there is no such language. Loaded when it is asked for: all of them take 55 ms and 5 MB. */
export async function textsIn(code: string): Promise<Language> {
  const file = files.find((file) => codeOf(file) === code);
  return file === undefined ? english : ((await import(new URL(file, folder).href)) as Language);
}
