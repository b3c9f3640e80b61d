import stringify from "json-stringify-pretty-compact";

/** A page with what stands between two marks replaced; the rest is written by hand. */
export function withBlock(page: string, begin: string, end: string, content: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`a page has lost the mark ${begin} or ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
}

const example = "<!-- begin example: same_person, from the running service by `npm run docs` -->";

/** docs/quick-start.md with the answer that the service gives. */
export const withExample = (page: string, answer: object): string =>
  withBlock(page, example, "<!-- end example -->", `\`\`\`json\n${stringify(answer, { maxLength: 110 })}\n\`\`\``);

const withoutHead = (source: string): string => source.replace(/^\/\*\*.*?\*\/\n(?:import [^\n]*\n)+/s, "").trim();

/** docs/dashboard-api.md with the shapes of its answers, as the code has them. */
export const withAnswers = (page: string, sources: readonly string[]): string =>
  withBlock(
    page,
    "<!-- begin answers: packages/server/src/api/dashboard/, by `npm run docs` -->",
    "<!-- end answers -->",
    `\`\`\`ts\n${sources.map(withoutHead).join("\n\n")}\n\`\`\``,
  );
