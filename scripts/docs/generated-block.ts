import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import stringify from "json-stringify-pretty-compact";

/** Replaces a page's text between two marks; the rest is written by hand. */
export function withBlock(page: string, begin: string, end: string, content: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`a page has lost the mark ${begin} or ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
}

const example = "<!-- begin example: same_person, from the running service by `npm run docs` -->";

/** docs/quick-start.md with the service's answer. */
export const withExample = (page: string, answer: object): string =>
  withBlock(page, example, "<!-- end example -->", `\`\`\`json\n${stringify(answer, { maxLength: 110 })}\n\`\`\``);

const withoutHead = (source: string): string => source.replace(/^(?:\/\*\*.*?\*\/\n)?(?:import [^\n]*\n)+/s, "").trim();

const answersDir = join(import.meta.dirname, "../../packages/server/src/api/dashboard/answers");

/** docs/dashboard-api.md with the types of its answers from the code. */
export function withAnswers(page: string): string {
  const files = readdirSync(answersDir).filter((file) => file !== "by-route.ts");
  const sources = files.toSorted().map((file) => withoutHead(readFileSync(join(answersDir, file), "utf8")));
  return withBlock(
    page,
    "<!-- begin answers: packages/server/src/api/dashboard/answers/, by `npm run docs` -->",
    "<!-- end answers -->",
    `\`\`\`ts\n${sources.join("\n\n")}\n\`\`\``,
  );
}
