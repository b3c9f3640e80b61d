/** The commands that pages show, read as a shell reads them. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** All that is read before an installation or beside it. The changelog names what there was. */
const pages = globSync(
  [
    "docs/**/*.md",
    "{README,SECURITY,ARCHITECTURE,CONTRIBUTING}.md",
    "{examples,models}/**/README.md",
    "{packages/*,packages/*/npm,clients/*}/README.md",
  ],
  { cwd: root },
).map((file) => file.replaceAll("\\", "/"));

interface PageCommand {
  readonly file: string;
  /** As it stands on the page, in one line. */
  readonly line: string;
}

interface PageBlock {
  readonly file: string;
  readonly language: string;
  readonly code: string;
}

/** Every block of code that is not a copy of a file of examples/. */
export const pageBlocks: readonly PageBlock[] = pages.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8").replaceAll(/<!-- begin snippets:.*?<!-- end snippets -->/gs, "");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = "", code = ""]) => ({
    file,
    language,
    code,
  }));
});

export const shellBlocks: readonly PageBlock[] = pageBlocks.filter(({ language }) => /^(?:ba)?sh$/.test(language));

/** Each command of the blocks for a shell, in its order, without comments. */
export const pageCommands: readonly PageCommand[] = shellBlocks.flatMap(({ file, code }) =>
  code
    .replaceAll(/\\\n\s*/g, "")
    .split(/\n| && /)
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
    .map((line) => ({ file, line })),
);

/** What may stand before `selfsame`: who runs it and with which settings. */
const before =
  /^(?:(?:sudo|npx|\$compose run --rm|\$compose exec selfsame node|\S+\/node --\S+|\w+=(?:"[^"]*"|\S*)) )*/;

const shellWords = (line: string): readonly string[] =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|\$\([^)]*\)|\S)+/g)].map(([word]) => word.replaceAll(/["']/g, ""));

/** What follows `selfsame` in a command, if that is what it runs. */
export function selfsameArgs(line: string): readonly string[] | undefined {
  const [, rest] = /^(?:\S*\/)?selfsame(?:\.js)? (.+)$/.exec(line.replace(before, "")) ?? [];
  return rest === undefined ? undefined : shellWords(rest);
}

/** Commands of `selfsame` that stand in a sentence or a table. A synopsis is read with all that it has in brackets, and the first of several choices. */
export const namedCommands: readonly PageCommand[] = pages.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8").replaceAll(/^```.*?^```/gms, "");
  return [...text.matchAll(/`((?:[\w/.]+[ /])?selfsame (?:[a-z]|--)[^`\n]*)`/g)].map(([, line = ""]) => ({
    file,
    line: line
      .replaceAll(/\\?\|[^\s\]]+/g, "")
      .replaceAll(/[[\]]|\.\.\./g, "")
      .trim(),
  }));
});
