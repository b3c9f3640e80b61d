import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { manifestOf, root, writeManifest, writeReadme } from "./stage.ts";

/** The package `@selfsame/client`: its own manifest, and what TypeScript makes of it. */
export function stageClient(outDir: string): readonly [] {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(root, "packages/client/tsconfig.build.json"), "--outDir", join(outDir, "dist")];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error("The client does not compile.");
  writeReadme(outDir, "packages/client/README.md");
  // It is built: an install has nothing to run.
  const { scripts: _, ...manifest } = manifestOf("packages/client");
  writeManifest(outDir, manifest);
  return [];
}
