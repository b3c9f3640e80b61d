import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { common, manifestOf, root, writeManifest, writeReadme } from "./stage.ts";

interface Framework {
  readonly title: string;
  readonly keywords: readonly string[];
}

const frameworks = {
  react: { title: "React", keywords: ["react"] },
  vue: { title: "Vue", keywords: ["vue", "nuxt"] },
} satisfies Readonly<Record<string, Framework>>;

/** The package `@selfsame/react` or `@selfsame/vue`: what TypeScript makes of it, over the `@selfsame/camera` of the same version. */
export function stageFramework(name: keyof typeof frameworks, outDir: string): readonly [] {
  const { title, keywords } = frameworks[name];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(root, `packages/${name}/tsconfig.build.json`), "--outDir", join(outDir, "dist")];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`The ${title} package does not compile.`);
  const { version, peerDependencies } = manifestOf(`packages/${name}`);
  writeReadme(outDir, `packages/${name}/README.md`);
  writeManifest(outDir, {
    name: `@selfsame/${name}`,
    version,
    description: `The camera of Selfsame for ${title}: guides a person to a selfie that can be compared.`,
    keywords: ["camera", "face verification", "liveness", "selfie", ...keywords],
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
  return [];
}
