/**
 * `npm run release`: makes the packages of the current version in dist/, checks them, packs them and publishes them. `-- --dry-run` does all but
 * publish. It needs the files of `npm run build` and `selfsame models`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { readSettings } from "../../packages/cli/src/settings.ts";
import type { BundledPackage } from "../build-bundled.ts";
import { buildAll } from "../build.ts";
import { stageCamera, stageCameraFiles } from "./stage-camera.ts";
import { stageClient } from "./stage-client.ts";
import { stageFramework } from "./stage-framework.ts";
import { stageMcp } from "./stage-mcp.ts";
import { onnxRuntimePackage, onnxRuntimeSystems, onnxRuntimeVersion, stageOnnxRuntime } from "./stage-onnxruntime.ts";
import { stageSelfsame } from "./stage-selfsame.ts";
import { root } from "./stage.ts";
import { writeSbom } from "./write-sbom.ts";

/** Each stage returns the packages whose code it bundled. */
const stages: Readonly<
  Record<string, (outDir: string) => readonly BundledPackage[] | Promise<readonly BundledPackage[]>>
> = {
  selfsame: stageSelfsame,
  client: stageClient,
  camera: stageCamera,
  "camera-files": (outDir) => stageCameraFiles(outDir, readSettings().modelsDir),
  react: (outDir) => stageFramework("react", outDir),
  vue: (outDir) => stageFramework("vue", outDir),
  "react-native": (outDir) => stageFramework("react-native", outDir),
  capacitor: (outDir) => stageFramework("capacitor", outDir),
  mcp: stageMcp,
};

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

export interface Packing {
  readonly outDir: string;
  /** Systems for which ONNX Runtime is packed. */
  readonly systems: readonly string[];
  readonly say: (line: string) => void;
}

/** Makes every package. @returns paths of the tarballs by the names above, ONNX Runtime's before the package that depends on them */
export async function packAll({ outDir, systems, say }: Packing): Promise<Record<string, string>> {
  await buildAll({ small: true });
  const folderOf = (name: string): string => {
    const folder = join(outDir, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const runtimes = new Map(systems.map((system) => [system, folderOf(`onnxruntime-${system}`)]));
  await stageOnnxRuntime(runtimes);
  const tarballs: Record<string, string> = {};
  for (const [system, folder] of runtimes) {
    tarballs[`onnxruntime-${system}`] = await checkAndPack(folder, outDir, say);
  }
  for (const [name, stage] of Object.entries(stages)) {
    const folder = folderOf(name);
    const bundled = await stage(folder);
    const type = name === "selfsame" ? "application" : "library";
    await writeSbom({ folder, type, bundled, packed: Object.values(tarballs) });
    tarballs[name] = await checkAndPack(folder, outDir, say);
  }
  return tarballs;
}

async function checkAndPack(pkgDir: string, outDir: string, say: (line: string) => void): Promise<string> {
  const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
  if (messages.length > 0) throw new Error(messages.map((one) => `${pkgDir}: ${formatMessage(one, pkg)}`).join("\n"));
  const { filename, size, unpackedSize, entryCount } = pack(pkgDir, outDir);
  say(`${filename}: ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked, ${entryCount} files`);
  return join(outDir, filename);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)} MB`;

function pack(pkgDir: string, outDir: string): Packed {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", outDir];
  const { status, stdout } = spawnSync("npm", args, {
    cwd: pkgDir,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm pack of ${pkgDir} failed`);
  // npm 10 prints a list, npm 11 may print an object keyed by name.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  if (packed === undefined) throw new Error(`npm pack of ${pkgDir} made nothing`);
  return packed;
}

async function release(dryRun: boolean): Promise<void> {
  const tarballs = await packAll({ outDir: join(root, "dist/npm"), systems: onnxRuntimeSystems, say: console.log });
  for (const [name, tarball] of Object.entries(tarballs)) {
    // These packages have ONNX Runtime's version, so most of our releases contain no new one.
    const system = /^onnxruntime-(.+)/.exec(name)?.[1];
    if (system !== undefined && isPublished(`${onnxRuntimePackage(system)}@${onnxRuntimeVersion}`)) {
      console.log(`${onnxRuntimePackage(system)}@${onnxRuntimeVersion} is published already.`);
      continue;
    }
    const args = ["publish", tarball, "--access", "public", "--provenance"];
    console.log(`${dryRun ? "Would run" : "Running"}: npm ${args.join(" ")}  (${statSync(tarball).size} bytes)`);
    if (dryRun) continue;
    const { status } = spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
    if (status !== 0) throw new Error(`${tarball} was not published.`);
  }
}

/** Whether a version is published. False if the registry is unreachable: publishing then reports why. */
function isPublished(spec: string): boolean {
  const { stdout } = spawnSync("npm", ["view", spec, "version"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return stdout.trim() !== "";
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean" } } });
  await release(values["dry-run"] === true);
}
