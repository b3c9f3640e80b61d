import { execFile } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = join(import.meta.dirname, "../..");
export const binDir = join(here, "../../node_modules/.bin");

/** Builds the client afresh into `dir/node_modules`, as an installed package would lie there; whoever uses the built one is not disturbed. */
export async function installClient(dir: string): Promise<string> {
  const packageDir = join(dir, "node_modules/@selfsame/client");
  await mkdir(packageDir, { recursive: true });
  for (const file of ["package.json", "README.md"]) await cp(join(here, file), join(packageDir, file));
  await run(process.execPath, [join(here, "build.js"), join(packageDir, "dist")]);
  return packageDir;
}
