/** Reduces a language's file to the texts that a build's program shows. */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import { directionOf } from "../packages/texts/src/wording.ts";

const folder = join(import.meta.dirname, "../packages/texts/src/languages");

/** Inputs of a build that uses texts. */
export const textInputs = ["packages/texts/src/**/*.ts"];

/** The codes of the languages. */
export const languageCodes = globSync("*.ts", { cwd: folder })
  .map((file) => basename(file, ".ts"))
  .toSorted();

/** The address of a module with only these exports of a language's file; `direction` is derived from its code. */
export const partsOf = (language: string, parts: readonly string[]): string =>
  `${join(folder, language)}.ts?parts=${parts.join(",")}`;

const named = /^(.*\/languages\/[a-z]+\.ts)\?parts=([a-zA-Z,]+)$/;

/** Resolves imports of `partsOf` a language, or a glob with `query: "?parts=page"`, in a build. */
export const languageParts: Plugin = {
  name: "language-parts",
  enforce: "pre",
  resolveId: (id) => (named.test(id) && id.startsWith(folder) ? id : undefined),
  load(id) {
    const [, path, parts] = named.exec(id) ?? [];
    if (!path || !parts) return undefined;
    const own = parts.split(",").filter((part) => part !== "direction");
    const direction = JSON.stringify(directionOf(basename(path, ".ts")));
    return `export { ${own.join()} } from ${JSON.stringify(path)}; export const direction = ${direction};`;
  },
};
