import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";

/** Packages that are included as files, by their import names: their folder, or the one file of a bundled package. */
export type Together = Readonly<Record<string, string>>;

/**
 * Writes the files of a folder as JavaScript with imports of JavaScript, at the same relative paths. Types become blanks, so that stack traces have
 * the source's line numbers. Leaves out tests and their helpers.
 *
 * @param together imports of these become relative: "@selfsame/face" by its folder below `root`, a bundled package by its file
 */
export function writePlainJavaScript(root: string, folder: string, outDir: string, together: Together): void {
  for (const path of globSync(`${folder}/**/*.*`, { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(path)) continue;
    const target = join(outDir, path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    if (/\.[jt]s$/.test(path)) writeFileSync(target, plain(readFileSync(join(root, path), "utf8"), path, together));
    else cpSync(join(root, path), target);
  }
}

/** Matches `from "./x.ts"`, `import("./x.ts")` and `import "./x.ts"`; only names that end in .ts or begin with a package's are changed. */
const imports = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\2/g;

function plain(source: string, path: string, together: Together): string {
  return stripTypeScriptTypes(source).replaceAll(imports, (all, before: string, quote: string, name: string) => {
    if (name.startsWith(".")) return `${before}${quote}${name.replace(/\.ts$/, ".js")}${quote}`;
    const owner = Object.keys(together).find((one) => name === one || name.startsWith(`${one}/`));
    if (owner === undefined) return all;
    const file =
      name === owner ? (together[owner] ?? "") : join(together[owner] ?? "", `${name.slice(owner.length + 1)}.js`);
    const to = relative(dirname(path), file).replaceAll("\\", "/");
    return `${before}${quote}${to.startsWith(".") ? to : `./${to}`}${quote}`;
  });
}
