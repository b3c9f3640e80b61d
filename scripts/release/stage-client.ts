import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { manifestOf, root, writeManifest, writeReadme } from "./stage.ts";

/** The package `@selfsame/client`: its own manifest, and TypeScript's output. */
export function stageClient(outDir: string): readonly [] {
  const build = join(root, "packages/client/build.js");
  const { status } = spawnSync(process.execPath, [build, join(outDir, "dist")], { stdio: "inherit" });
  if (status !== 0) throw new Error("The client does not compile.");
  writeReadme(outDir, "packages/client/README.md");
  // Without scripts: it is already built, so an install runs nothing.
  const { scripts: _, ...manifest } = manifestOf("packages/client");
  writeManifest(outDir, manifest);
  return [];
}
