import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { common, manifestOf, root, writeManifest, writeReadme } from "./stage.ts";

/** The package `@selfsame/react`: what TypeScript makes of it, over the `@selfsame/camera` of the same version. */
export function stageReact(outDir: string): void {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(root, "packages/react/tsconfig.build.json"), "--outDir", join(outDir, "dist")];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error("The React package does not compile.");
  const { version, peerDependencies } = manifestOf("packages/react");
  writeReadme(outDir, "packages/react/README.md");
  writeManifest(outDir, {
    name: "@selfsame/react",
    version,
    description: "The camera of Selfsame for React: guides a person to a selfie that can be compared.",
    keywords: ["camera", "face verification", "liveness", "react", "selfie"],
    ...common,
    type: "module",
    sideEffects: false,
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
    dependencies: { "@selfsame/camera": version },
    peerDependencies,
  });
}
