import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundleForNode } from "../build-bundled.ts";
import { root } from "./stage.ts";

/**
 * Dependencies of the server that are bundled into its package, one file each, to avoid their own dependencies. `@owf/mdoc` needs cbor-x, whose
 * optional cbor-extract has an install script and is compiled if no prebuilt one fits.
 */
export const bundledDependencies: Readonly<Record<string, string>> = {
  "@owf/mdoc": "packages/server/bundled/owf-mdoc.js",
};

/**
 * Writes the bundles and preserves the names of classes: documents/attempt.ts reads those of errors. The server's other dependencies are imported
 * unchanged, so that there is only one zod.
 * @param dependencies of the published package
 */
export async function bundleDependencies(outDir: string, dependencies: readonly string[]): Promise<void> {
  for (const [name, path] of Object.entries(bundledDependencies)) {
    await bundleForNode({
      entry: entryOf(name),
      outDir: join(outDir, dirname(path)),
      file: basename(path),
      target: "node24",
      // The other entry for Node requires cbor-extract.
      alias: { "cbor-x": join(root, "node_modules/cbor-x/index.js") },
      external: dependencies,
    });
  }
}

/** A package's ES module, which is next to its CommonJS. */
function entryOf(name: string): string {
  const folder = join(root, "node_modules", name, "dist");
  return join(folder, existsSync(join(folder, "index.mjs")) ? "index.mjs" : "index.js");
}
