import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundleForNode } from "../build-bundled.ts";
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
  for (const [name, path] of Object.entries(bundledDependencies)) {
    await bundleForNode({
      entry: entryOf(name),
      outDir: join(outDir, dirname(path)),
      file: basename(path),
      target: "node24",
      // Its entry for Node is the one that asks for cbor-extract.
      alias: { "cbor-x": join(root, "node_modules/cbor-x/index.js") },
      external: dependencies,
    });
  }
}

/** The ES module of a package that ships CommonJS beside it. */
function entryOf(name: string): string {
  const folder = join(root, "node_modules", name, "dist");
  return join(folder, existsSync(join(folder, "index.mjs")) ? "index.mjs" : "index.js");
}
