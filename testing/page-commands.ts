/** The commands in the documentation, parsed as a shell parses them. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** All pages that are read before or during an installation. Not the changelog, which names former commands. */
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
  /** The command as printed, joined to one line. */
  readonly line: string;
}

interface PageBlock {
  readonly file: string;
  readonly language: string;
  readonly code: string;
}

/** Every code block that is not a copy of a file of examples/. */
export const pageBlocks: readonly PageBlock[] = pages.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8").replaceAll(/<!-- begin snippets:.*?<!-- end snippets -->/gs, "");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = "", code = ""]) => ({
    file,
    language,
    code,
  }));
});

export const shellBlocks: readonly PageBlock[] = pageBlocks.filter(({ language }) => /^(?:ba)?sh$/.test(language));

/** Each command of the shell blocks, in order, without comments. */
export const pageCommands: readonly PageCommand[] = shellBlocks.flatMap(({ file, code }) =>
  code
    .replaceAll(/\\\n\s*/g, "")
    .split(/\n| && /)
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
    .map((line) => ({ file, line })),
);

/** What may precede `selfsame`: a user, a launcher and settings. */
const before =
  /^(?:(?:sudo|npx|\$compose run --rm|\$compose exec selfsame node|\S+\/node --\S+|\w+=(?:"[^"]*"|\S*)) )*/;

const shellWords = (line: string): readonly string[] =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|\$\([^)]*\)|\S)+/g)].map(([word]) => word.replaceAll(/["']/g, ""));

/** The arguments of a `selfsame` command, or undefined for another program. */
export function selfsameArgs(line: string): readonly string[] | undefined {
  const [, rest] = /^(?:\S*\/)?selfsame(?:\.js)? (.+)$/.exec(line.replace(before, "")) ?? [];
  return rest === undefined ? undefined : shellWords(rest);
}

/** Commands of `selfsame` in prose and tables. A synopsis is read with all its optional parts, and the first of several alternatives. */
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
