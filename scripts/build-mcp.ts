/** The server for agents as one file, for `selfsame mcp` and the package `@selfsame/mcp`: neither brings the dependencies along. */
import { join } from "node:path";
import { listBundled } from "./build-bundled.ts";

const root = join(import.meta.dirname, "..");

/** What its output depends on. */
export const mcpInputs = [
  "packages/mcp/{src/**/*.ts,package.json}",
  "packages/client/src/**/*.ts",
  "packages/site/static/search.js",
  "scripts/build*.ts",
  "node_modules/{@modelcontextprotocol/server,zod,minisearch}/package.json",
];

export async function buildMcp(outDir: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [listBundled()],
    // As it is in the repository, whether or not it was compiled.
    resolve: { alias: { "@selfsame/client": join(root, "packages/client/src/index.ts") } },
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: join(root, "packages/mcp/src/main.ts"),
      outDir,
      emptyOutDir: false,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { format: "es", keepNames: true, entryFileNames: "mcp.js" } },
    },
  });
}
