import { existsSync } from "node:fs";
import { join } from "node:path";
import { listBundled } from "../build-bundled.ts";
import { root } from "./stage.ts";

/**
 * Dependencies of the server that come inside its package, each as one file, for what they would bring along.
 * `@owf/mdoc` needs cbor-x, whose optional cbor-extract has an install script and is compiled where no prebuilt one fits.
 */
export const bundledDependencies: Readonly<Record<string, string>> = {
  "@owf/mdoc": "packages/server/bundled/owf-mdoc.js",
};

/**
 * Writes them, with the names of their classes: documents/attempt.ts reads those of errors. What the server has besides is imported as it is: one zod for all.
 * @param dependencies of the published package
 */
export async function bundleDependencies(outDir: string, dependencies: readonly string[]): Promise<void> {
  const { build } = await import("vite");
  for (const [name, file] of Object.entries(bundledDependencies)) {
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      plugins: [listBundled()],
      // Its entry for Node is the one that asks for cbor-extract.
      resolve: { alias: { "cbor-x": join(root, "node_modules/cbor-x/index.js") } },
      ssr: { noExternal: true, external: [...dependencies], target: "node" },
      build: {
        ssr: entryOf(name),
        outDir: join(outDir, file, ".."),
        emptyOutDir: false,
        target: "node24",
        minify: false,
        rolldownOptions: {
          output: { format: "es", keepNames: true, entryFileNames: file.slice(file.lastIndexOf("/") + 1) },
        },
      },
    });
  }
}

/** The ES module of a package that ships CommonJS beside it. */
function entryOf(name: string): string {
  const folder = join(root, "node_modules", name, "dist");
  return join(folder, existsSync(join(folder, "index.mjs")) ? "index.mjs" : "index.js");
}
