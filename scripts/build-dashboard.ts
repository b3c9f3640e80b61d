/** Builds the dashboard for browsers: one page, hashed scripts and styles, a chunk for each view. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { listBundled } from "./build-bundled.ts";
import { compress } from "./compress.ts";
import { textInputs } from "./language-parts.ts";

const root = join(import.meta.dirname, "..");

/** Inputs of the build. */
export const dashboardInputs = [
  "packages/dashboard/src/**/*.{ts,tsx,css}",
  "packages/dashboard/public/*",
  "packages/dashboard/index.html",
  // The branding's preview is the hosted page itself, and the dashboard uses its QR codes.
  "packages/verify-page/src/**/*.{ts,tsx,css}",
  ...textInputs,
  // The browser opens photos with the same code as the program.
  "packages/server/src/features/sessions/evidence/open-photo.ts",
  "packages/photo/src/decode/format.ts",
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
    // The service writes the path prefix into the page; scripts and styles reference each other by relative paths.
    experimental: { renderBuiltUrl: (_name, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir,
      emptyOutDir: false,
      target: ["es2022", "safari17.5", "firefox128", "chrome123"],
      // Nothing is inlined, whatever its size: the page's content security policy would block it.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  for (const file of globSync("assets/*.{js,css}", { cwd: outDir })) compress(join(outDir, file), true);
}
