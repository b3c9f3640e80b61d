/** Builds the documentation for the service: the rendered docs/, its search index, and the reference of version 3. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { docsFiles } from "../packages/site/src/contents.ts";
import { siteFiles } from "../packages/site/src/site-files.ts";
import { listPackages } from "./build-bundled.ts";
import { compress } from "./compress.ts";

const packageOf = (name: string) => join(import.meta.dirname, "../packages", name, "package.json");

/** Inputs of the build. */
export const siteInputs = [
  "packages/site/{src,static}/*",
  ...docsFiles,
  "packages/server/package.json",
  "scripts/build*.ts",
  "node_modules/{marked,highlight.js,minisearch,@scalar/fastify-api-reference}/package.json",
];

export async function buildSite(outDir: string, small: boolean): Promise<void> {
  const { version } = JSON.parse(readFileSync(packageOf("server"), "utf8")) as { readonly version: string };
  for (const [path, content] of await siteFiles(version)) {
    const file = join(outDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (/\.(?:js|json|css)$/.test(path)) compress(file, small);
  }
  listPackages(outDir, ["minisearch", "@scalar/fastify-api-reference"], packageOf("site"));
}
