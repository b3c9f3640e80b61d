import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "peers");

/** Installs the libraries that the benchmark compares with, on its first run: 370 MB that nothing else needs. */
export function installPeers(): void {
  if (existsSync(join(folder, "node_modules/.package-lock.json"))) return;
  console.log("Installing the peer libraries, once ...");
  const npm = spawnSync("npm ci --ignore-scripts --no-audit --no-fund", { cwd: folder, stdio: "inherit", shell: true });
  if (npm.status !== 0) throw new Error("npm could not install the peer libraries (see above)");
}
