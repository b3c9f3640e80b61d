/** Code of examples/ in the pages: a page has a copy, so that it also reads well where no site renders it. */
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { rootDir } from "../../packages/site/src/contents.ts";

/** `<!-- begin snippets: Go go/verify.go, Ruby ruby/verify.rb -->`: the title of each tab and its file in examples/. */
const blocks = /(<!-- begin snippets: ([^>]+) -->\n).*?(<!-- end snippets -->)/gs;

/** How a fence names a language, where that is not its file's ending. */
const fences: Readonly<Record<string, string>> = { py: "python", rb: "ruby", cs: "csharp", vue: "html", kt: "kotlin" };

const tab = (entry: string, index: number): string => {
  const [, title, file = ""] = /^(.+) (\S+)$/.exec(entry) ?? [];
  const ending = extname(file).slice(1);
  const code = readFileSync(join(rootDir, "examples", file), "utf8")
    .replace(/^#!.*\n/, "")
    .trimEnd();
  const open = index === 0 ? " open" : "";
  return `<details${open}><summary>${title}</summary>\n\n\`\`\`${fences[ending] ?? ending}\n${code}\n\`\`\`\n\n</details>`;
};

/** A page with its snippets as the files are now. */
export const withSnippets = (page: string): string =>
  page.replaceAll(
    blocks,
    (_, begin: string, list: string, end: string) => `${begin}\n${list.split(", ").map(tab).join("\n\n")}\n\n${end}`,
  );
