/**
 * `npm run release`: makes the packages of the current version under dist/, checks them, packs them and publishes them.
 * `-- --dry-run` does all of it but the last. It runs after `npm run build` and `selfsame models`, whose files it takes.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { readSettings } from "../../packages/server/src/cli/settings.ts";
import { buildAll } from "../build.ts";
import { stageCamera } from "./stage-camera.ts";
import { stageClient } from "./stage-client.ts";
import { stageReact } from "./stage-react.ts";
import { stageSelfsame } from "./stage-selfsame.ts";
import { root } from "./stage.ts";

const stages: Readonly<Record<string, (outDir: string) => void | Promise<void>>> = {
  selfsame: stageSelfsame,
  client: stageClient,
  camera: (outDir) => stageCamera(outDir, readSettings().modelsDir),
  react: stageReact,
};

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

/** Makes every package. @returns its tarballs' paths by the name above */
export async function packAll(outDir: string, say: (line: string) => void): Promise<Record<string, string>> {
  await buildAll({ small: true });
  const tarballs: Record<string, string> = {};
  for (const [name, stage] of Object.entries(stages)) {
    const pkgDir = join(outDir, name);
    rmSync(pkgDir, { recursive: true, force: true });
    mkdirSync(pkgDir, { recursive: true });
    await stage(pkgDir);
    const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
    if (messages.length > 0) throw new Error(messages.map((one) => `${name}: ${formatMessage(one, pkg)}`).join("\n"));
    const { filename, size, unpackedSize, entryCount } = pack(pkgDir, outDir);
    say(`${filename}: ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked, ${entryCount} files`);
    tarballs[name] = join(outDir, filename);
  }
  return tarballs;
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
  // npm 10 writes a list, npm 11 may write an object by name.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  if (packed === undefined) throw new Error(`npm pack of ${pkgDir} made nothing`);
  return packed;
}

async function release(dryRun: boolean): Promise<void> {
  const tarballs = await packAll(join(root, "dist/npm"), console.log);
  for (const tarball of Object.values(tarballs)) {
    const args = ["publish", tarball, "--access", "public", "--provenance"];
    console.log(`${dryRun ? "Would run" : "Running"}: npm ${args.join(" ")}  (${statSync(tarball).size} bytes)`);
    if (dryRun) continue;
    const { status } = spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
    if (status !== 0) throw new Error(`${tarball} was not published.`);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean" } } });
  await release(values["dry-run"] === true);
}
