import { cpSync, existsSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BundledPackage, readBundled } from "../build-bundled.ts";
import { bundledDependencies, bundleDependencies } from "./bundle-dependencies.ts";
import { writePlainJavaScript } from "./plain-javascript.ts";
import { onnxRuntimePackage, onnxRuntimeSystems, onnxRuntimeVersion } from "./stage-onnxruntime.ts";
import { common, manifestOf, root, writeManifest, writeReadme } from "./stage.ts";
import { writeLicenses } from "./write-licenses.ts";

/** Files that the code serves and reads, at the same paths as in the repository. */
const files = [
  "models/**/*.*",
  "packages/camera/camera*.d.ts",
  "packages/camera/demo/*",
  "deploy/install.sh",
  "deploy/{caddy,systemd}/*",
];

/** Packages whose files have the same paths in the package as in the repository. */
const programs = ["platform", "photo", "server", "lab", "cli"];
const sources = [...programs, "face", "texts"];

/**
 * The package `selfsame`: the server as JavaScript, the models' manifest, and the pages from `npm run build`.
 * @returns the packages whose code is inside
 * @throws if something is not built
 */
export async function stageSelfsame(outDir: string): Promise<readonly BundledPackage[]> {
  const manifests = programs.map((name) => manifestOf(`packages/${name}`));
  const { version } = manifestOf("packages/server");
  const ours = Object.fromEntries(sources.map((name) => [`@selfsame/${name}`, `packages/${name}/src`]));
  const together = { ...ours, ...bundledDependencies };
  writePlainJavaScript(root, `packages/{${sources.join()}}/src`, outDir, together);

  const built = globSync("packages/*/dist/build.json", { cwd: root }).map((stamp) => dirname(stamp));
  for (const needed of ["camera", "dashboard", "verify-page", "site", "mcp"]) {
    if (!built.includes(join("packages", needed, "dist"))) throw new Error(`The ${needed} is not built: npm run build`);
  }
  for (const path of [...built, ...globSync(files, { cwd: root })]) copy(path, outDir);
  cpSync(join(root, "packages/cli/npm/selfsame.js"), join(outDir, "bin/selfsame.js"));
  for (const { name, version } of manifests) {
    // The code reads its version from this manifest.
    const inside = { name, version, private: true, type: "module" };
    writeFileSync(join(outDir, name.replace("@selfsame", "packages"), "package.json"), JSON.stringify(inside));
  }

  // Replaces onnxruntime-node, whose install script downloads from another host: npm installs the package for the system.
  const runtimes = onnxRuntimeSystems.map((system) => [onnxRuntimePackage(system), onnxRuntimeVersion]);
  const dependencies = manifests
    .flatMap((one) => Object.entries(one.dependencies ?? {}))
    .filter(([name]) => !Object.hasOwn(together, name) && name !== "onnxruntime-node");
  await bundleDependencies(
    outDir,
    dependencies.map(([name]) => name),
  );
  const bundled = [
    "server/bundled",
    "camera/dist",
    "dashboard/dist",
    "verify-page/dist",
    "site/dist",
    "mcp/dist",
  ].flatMap((folder) => readBundled(join(outDir, "packages", folder)));
  const packages = [...new Map(bundled.map((one) => [`${one.name}@${one.version}`, one])).values()];
  writeLicenses(outDir, packages);
  writeReadme(outDir, "packages/cli/npm/README.md");
  writeManifest(outDir, {
    name: "selfsame",
    version,
    description:
      "Self-hosted face verification: compare a reference photo with a selfie, check for spoofs, guide the camera.",
    keywords: ["face recognition", "face verification", "identity", "liveness", "selfie", "self-hosted"],
    ...common,
    bin: { selfsame: "bin/selfsame.js" },
    type: "module",
    exports: { "./package.json": "./package.json" },
    dependencies: Object.fromEntries(dependencies),
    optionalDependencies: Object.fromEntries(runtimes),
    // The Node that bin/selfsame.js downloads if the system's is too old to run the service.
    runtime: { node: manifestOf(".").dependencies?.["node"] },
    engines: { node: ">=20.11" },
  });
  return packages;
}

function copy(path: string, outDir: string): void {
  if (existsSync(join(root, path))) cpSync(join(root, path), join(outDir, path), { recursive: true });
}

if (import.meta.main) {
  const [outDir = "dist/npm/selfsame"] = process.argv.slice(2);
  mkdirSync(outDir, { recursive: true });
  await stageSelfsame(outDir);
}
