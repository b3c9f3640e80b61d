import { execFile } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = join(import.meta.dirname, "../..");
export const binDir = join(here, "../../node_modules/.bin");

/** Builds the client into `dir/node_modules`, laid out like an installed package. The regular build is not touched, so other tests can use it. */
export async function installClient(dir: string): Promise<string> {
  const packageDir = join(dir, "node_modules/@selfsame/client");
  await mkdir(packageDir, { recursive: true });
  for (const file of ["package.json", "README.md"]) await cp(join(here, file), join(packageDir, file));
  await run(process.execPath, [join(here, "build.js"), join(packageDir, "dist")]);
  return packageDir;
}
