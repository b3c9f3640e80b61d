import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestOf, root } from "./stage.ts";

/**
 * Packs the Python client, using only files of this machine.
 * @returns the wheel's path
 * @throws if its version differs from the npm packages': they are released together
 */
export function buildWheel(python: string, outDir: string): string {
  const source = join(root, "clients/python");
  const { version } = manifestOf("packages/client");
  if (!readFileSync(join(source, "pyproject.toml"), "utf8").includes(`\nversion = "${version}"\n`)) {
    throw new Error(`clients/python/pyproject.toml has another version than the npm packages: write ${version}`);
  }
  // The build writes files next to the source, so it runs on a copy.
  const dir = mkdtempSync(join(tmpdir(), "selfsame-wheel-"));
  try {
    cpSync(source, dir, { recursive: true });
    cpSync(join(root, "LICENSE"), join(dir, "LICENSE"));
    const args = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", outDir, dir];
    const { status } = spawnSync(python, args, { stdio: "inherit" });
    if (status !== 0) throw new Error("The wheel of the Python client could not be built.");
  } finally {
    rmSync(dir, { recursive: true });
  }
  const [wheel] = globSync(join(outDir, "selfsame-*.whl"));
  if (wheel === undefined) throw new Error(`There is no wheel in ${outDir}.`);
  return wheel;
}
