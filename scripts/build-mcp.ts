/** Builds the server for agents as one file, so that `selfsame mcp` and the package `@selfsame/mcp` have no dependencies. */
import { join } from "node:path";
import { bundleForNode } from "./build-bundled.ts";

const root = join(import.meta.dirname, "..");

/** Inputs of the build. */
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
    // The sources in the repository, whether or not they were compiled.
    alias: { "@selfsame/client": join(root, "packages/client/src/index.ts") },
  });
