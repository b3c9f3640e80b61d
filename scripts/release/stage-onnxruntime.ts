import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extract } from "tar";
import { npmPack } from "../../packages/photo/src/models/npm-pack.ts";
import { manifestOf, root } from "./stage.ts";

/**
 * Files of onnxruntime-node that run models on the CPU. Left out: DirectX, duplicates under second names, and files that load an install script's
 * downloads.
 */
const libraries: Readonly<Record<string, readonly string[]>> = {
  "linux-x64": ["libonnxruntime.so.1"],
  "linux-arm64": ["libonnxruntime.so.1"],
  "darwin-arm64": ["libonnxruntime.1.dylib"],
  "win32-x64": ["onnxruntime.dll"],
  "win32-arm64": ["onnxruntime.dll"],
};
const javascript = ["index.js", "backend.js", "binding.js", "version.js"];

export const onnxRuntimeSystems = Object.keys(libraries);
const original = manifestOf("node_modules/onnxruntime-node");
/** Also the version of our packages, so that a release without changes in them publishes none again. */
export const onnxRuntimeVersion = original.version;
export const onnxRuntimePackage = (system: string): string => `@selfsame/onnxruntime-${system}`;

/**
 * onnxruntime-node as one package for each system, without the install script that downloads from another host, and without other systems' libraries.
 * @param outDirOf folder for each system
 * @throws if the registry's package differs from the one in package-lock.json
 */
export async function stageOnnxRuntime(outDirOf: ReadonlyMap<string, string>): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "selfsame-onnxruntime-"));
  try {
    const file = join(work, await npmPack(`onnxruntime-node@${original.version}`, work));
    assertLocked(readFileSync(file));
    extract({ sync: true, file, cwd: work, strict: true });
    for (const [system, outDir] of outDirOf) stageSystem(system, join(work, "package"), outDir);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function assertLocked(tarball: Buffer): void {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  if (lock.packages["node_modules/onnxruntime-node"]?.integrity !== integrity) {
    throw new Error("onnxruntime-node of the registry is not what package-lock.json names: nothing was made of it.");
  }
}

function stageSystem(system: string, packageDir: string, outDir: string): void {
  const [os = "", cpu = ""] = system.split("-");
  const folder = join("bin/napi-v6", os, cpu);
  mkdirSync(join(outDir, folder), { recursive: true });
  const native = ["onnxruntime_binding.node", ...(libraries[system] ?? [])].map((name) => join(folder, name));
  for (const path of [...native, ...javascript.map((name) => join("dist", name))]) {
    cpSync(join(packageDir, path), join(outDir, path));
  }
  cpSync(join(root, "packages/cli/npm/onnxruntime/LICENSE"), join(outDir, "LICENSE"));
  cpSync(join(root, "packages/cli/npm/onnxruntime/README.md"), join(outDir, "README.md"));
  const manifest = {
    name: onnxRuntimePackage(system),
    version: original.version,
    description: `ONNX Runtime for Node.js on ${os} (${cpu}), for the package selfsame: the processor's library, without an install script.`,
    license: "MIT",
    author: "Microsoft Corporation; packed by the Selfsame authors",
    publishConfig: { access: "public", provenance: true },
    type: "commonjs",
    exports: { ".": "./dist/index.js", "./package.json": "./package.json" },
    os: [os],
    cpu: [cpu],
    ...(os === "linux" && { libc: ["glibc"] }),
    dependencies: { "onnxruntime-common": original.dependencies?.["onnxruntime-common"] },
    engines: { node: ">=20.11" },
  };
  writeFileSync(join(outDir, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
