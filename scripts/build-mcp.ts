/** The server for agents as one file, for `selfsame mcp` and the package `@selfsame/mcp`: neither brings the dependencies along. */
import { join } from "node:path";
import { bundleForNode } from "./build-bundled.ts";

const root = join(import.meta.dirname, "..");

/** What its output depends on. */
export const mcpInputs = [
  "packages/mcp/{src/**/*.ts,package.json}",
  "packages/client/src/**/*.ts",
  "packages/site/static/search.js",
  "scripts/build*.ts",
  "node_modules/{@modelcontextprotocol/server,zod,minisearch}/package.json",
];

export const buildMcp = (outDir: string): Promise<void> =>
  bundleForNode({
    entry: join(root, "packages/mcp/src/main.ts"),
    outDir,
    file: "mcp.js",
    target: "node20",
    // As it is in the repository, whether or not it was compiled.
    alias: { "@selfsame/client": join(root, "packages/client/src/index.ts") },
  });
