/** The dashboard as browsers get it: one page, hashed scripts and styles, a chunk for each view. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { listBundled } from "./build-bundled.ts";
import { compress } from "./compress.ts";
import { textInputs } from "./language-parts.ts";

const root = join(import.meta.dirname, "..");

/** What its output depends on. */
export const dashboardInputs = [
  "packages/dashboard/src/**/*.{ts,tsx,css}",
  "packages/dashboard/public/*",
  "packages/dashboard/index.html",
  // The branding's preview is the page itself; its QR codes are the dashboard's, too.
  "packages/verify-page/src/**/*.{ts,tsx,css}",
  ...textInputs,
  // What opens photos in the browser is what the program opens them with.
  "packages/server/src/features/sessions/evidence/open-photo.ts",
  "packages/server/src/photo/decode/format.ts",
  "scripts/build*.ts",
  "node_modules/{vite,preact,uplot,qr,jose,@preact/signals}/package.json",
];

export async function buildDashboard(outDir: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    root: join(root, "packages/dashboard"),
    configFile: false,
    logLevel: "warn",
    plugins: [listBundled()],
    // The service writes the path prefix into the page; scripts and styles find each other from where they are.
    experimental: { renderBuiltUrl: (_name, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir,
      emptyOutDir: false,
      target: ["es2022", "safari17.5", "firefox128", "chrome123"],
      // Nothing inline, whatever its size: the page's policy would refuse it.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  for (const file of globSync("assets/*.{js,css}", { cwd: outDir })) compress(join(outDir, file), true);
}
