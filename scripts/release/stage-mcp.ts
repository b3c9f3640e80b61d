import { cpSync } from "node:fs";
import { join } from "node:path";
import { type BundledPackage, readBundled } from "../build-bundled.ts";
import { common, manifestOf, root, writeManifest, writeReadme } from "./stage.ts";
import { writeLicenses } from "./write-licenses.ts";

/** The package `@selfsame/mcp`: the output of `npm run build`, without dependencies. */
export function stageMcp(outDir: string): readonly BundledPackage[] {
  const folder = join(root, "packages/mcp");
  cpSync(join(folder, "dist/mcp.js"), join(outDir, "dist/mcp.js"));
  cpSync(join(folder, "npm/selfsame-mcp.js"), join(outDir, "bin/selfsame-mcp.js"));
  const bundled = readBundled(join(folder, "dist"));
  writeLicenses(outDir, bundled);
  writeReadme(outDir, "packages/mcp/README.md");
  const { version, description } = manifestOf("packages/mcp");
  writeManifest(outDir, {
    name: "@selfsame/mcp",
    version,
    ...(description === undefined ? {} : { description }),
    keywords: ["mcp", "model context protocol", "face verification", "identity"],
    ...common,
    bin: { "selfsame-mcp": "bin/selfsame-mcp.js" },
    type: "module",
    exports: { "./package.json": "./package.json" },
    engines: { node: ">=20" },
  });
  return bundled;
}
