/** A page with what stands between two marks replaced; the rest is written by hand. */
export function withBlock(page: string, begin: string, end: string, content: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`a page has lost the mark ${begin} or ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
}

const lineLengthMax = 110;

/** JSON as a person would write it: what fits on a line stands on one. */
export function readableJson(value: unknown, indent = ""): string {
  const line = inOneLine(value);
  if (typeof value !== "object" || value === null || (indent !== "" && indent.length + line.length < lineLengthMax))
    return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => readableJson(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${readableJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${inOneLine(item)}`)
    .join(", ")} }`;
}

const example = "<!-- begin example: same_person, from the running service by `npm run docs` -->";

/** docs/quick-start.md with the answer that the service gives. */
export const withExample = (page: string, answer: object): string =>
  withBlock(page, example, "<!-- end example -->", `\`\`\`json\n${readableJson(answer)}\n\`\`\``);
