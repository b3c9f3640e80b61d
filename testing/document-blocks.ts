import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The code blocks of a document in one language that contain a text, unchanged. */
export async function documentBlocks(
  document: string,
  language: string,
  containing: string,
): Promise<readonly string[]> {
  const text = await readFile(join(root, document), "utf8");
  const found = [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, lang = "", code = ""]) => ({ lang, code }));
  return found.filter(({ lang, code }) => lang === language && code.includes(containing)).map(({ code }) => code);
}
