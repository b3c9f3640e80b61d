import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { common, manifestOf, root, writeManifest, writeReadme } from "./stage.ts";

interface Framework {
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

const ofCamera = (title: string) =>
  `The camera of Selfsame for ${title}: guides a person to a selfie that can be compared.`;
const ofSession = (title: string) => `Verification sessions of Selfsame in apps of ${title}.`;
const frameworks = {
  react: { title: "React", description: ofCamera("React"), keywords: ["camera", "react"] },
  vue: { title: "Vue", description: ofCamera("Vue"), keywords: ["camera", "vue", "nuxt"] },
  "react-native": { title: "React Native", description: ofSession("React Native"), keywords: ["react-native", "expo"] },
  capacitor: { title: "Capacitor", description: ofSession("Capacitor"), keywords: ["capacitor", "ionic"] },
} satisfies Readonly<Record<string, Framework>>;

/** The package `@selfsame/react` or another of these names: TypeScript's output, and dependencies on our packages of the same version. */
export function stageFramework(name: keyof typeof frameworks, outDir: string): readonly [] {
  const { title, description, keywords } = frameworks[name];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(root, `packages/${name}/tsconfig.build.json`), "--outDir", join(outDir, "dist")];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`The ${title} package does not compile.`);
  const { version, dependencies = {}, peerDependencies } = manifestOf(`packages/${name}`);
  writeReadme(outDir, `packages/${name}/README.md`);
  writeManifest(outDir, {
    name: `@selfsame/${name}`,
    version,
    description,
    keywords: ["face verification", "liveness", "selfie", ...keywords],
    ...common,
    type: "module",
    sideEffects: false,
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(Object.keys(dependencies).map((ours) => [ours, version])),
    peerDependencies,
  });
  return [];
}
