import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestOf, root } from "./stage.ts";

/**
 * Packs the Python client, from nothing but what is on this machine.
 * @returns the wheel's path
 * @throws where its version is not that of the npm packages: they are released together
 */
export function buildWheel(python: string, outDir: string): string {
  const source = join(root, "clients/python");
  const { version } = manifestOf("packages/client");
  if (!readFileSync(join(source, "pyproject.toml"), "utf8").includes(`\nversion = "${version}"\n`)) {
    throw new Error(`clients/python/pyproject.toml has another version than the npm packages: write ${version}`);
  }
  // Building writes beside the source.
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
