/** Copies code of examples/ into the pages, so that they are readable without a site that renders them. */
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { rootDir } from "../../packages/site/src/contents.ts";

/** `<!-- begin snippets: Go go/verify.go, Ruby ruby/verify.rb -->`: the title of each tab and its file in examples/. */
const blocks = /(<!-- begin snippets: ([^>]+) -->\n).*?(<!-- end snippets -->)/gs;

/** Name of a fence's language, where it differs from the file's extension. */
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

/** A page with its snippets updated from their files. */
export const withSnippets = (page: string): string =>
  page.replaceAll(
    blocks,
    (_, begin: string, list: string, end: string) => `${begin}\n${list.split(", ").map(tab).join("\n\n")}\n\n${end}`,
  );
