import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rootDir } from "../../packages/site/src/contents.ts";

const redirectTo = (path: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Selfsame</title><meta http-equiv="refresh" content="0; url=${path}"><a href="${path}">Selfsame documentation</a>\n`;

/**
 * Writes the documentation for a static host, byte for byte what the service serves: each page is the index of its folder. Removes previous content
 * of the folder. Requires `npm run build`.
 * @returns the number of files
 */
export function writeSite(outDir: string): number {
  rmSync(outDir, { recursive: true, force: true });
  const built = join(rootDir, "packages/site/dist");
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(outDir, to)), { recursive: true });
    cpSync(from, join(outDir, to));
  };
  const names = globSync(["docs.html", "*.txt", "docs/**/*.{html,md,svg,webp,css,js,json}"], { cwd: built });
  for (const name of names) copy(join(built, name), name.replace(/\.html$/, "/index.html"));
  copy(join(rootDir, "docs/openapi.json"), "openapi.json");
  const redirects = ["index.html", "docs/guide/index.html"];
  for (const path of redirects) writeFileSync(join(outDir, path), redirectTo("/docs/guide/quick-start"));
  return names.length + 1 + redirects.length;
}
