/** Builds the hosted page of a verification session, and the script that embeds it in other pages. */
import { globSync } from "node:fs";
import { join } from "node:path";
import type { InlineConfig } from "vite";
import { listBundled } from "./build-bundled.ts";
import { compress } from "./compress.ts";
import { languageParts, textInputs } from "./language-parts.ts";

const folder = join(import.meta.dirname, "../packages/verify-page");

/** Inputs of the build. */
export const verifyPageInputs = [
  "packages/verify-page/src/**/*.{ts,tsx,css}",
  "packages/verify-page/index.html",
  "packages/server/src/liveness/challenge/frame-retention.ts",
  ...textInputs,
  "scripts/build*.ts",
  "node_modules/{vite,preact,qr}/package.json",
];

export async function buildVerifyPage(outDir: string): Promise<void> {
  const { build } = await import("vite");
  const plugins = [languageParts, listBundled()];
  const common: InlineConfig = { root: folder, configFile: false, logLevel: "warn", plugins };
  const output = { outDir, emptyOutDir: false, target: ["es2022", "safari16", "firefox110", "chrome104"] };
  await build({
    ...common,
    base: "/verify/",
    // The service writes the path prefix into the page; scripts and styles reference each other by relative paths.
    experimental: { renderBuiltUrl: (_name, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    // Nothing is inlined, whatever its size: the page's content security policy would block it.
    build: { ...output, assetsInlineLimit: 0, modulePreload: false },
  });
  await build({
    ...common,
    publicDir: false,
    build: {
      ...output,
      rolldownOptions: {
        input: join(folder, "src/embed/embed.ts"),
        output: { format: "iife", entryFileNames: "embed.js" },
      },
    },
  });
  for (const file of globSync(["assets/*.{js,css}", "embed.js"], { cwd: outDir })) compress(join(outDir, file), true);
}
