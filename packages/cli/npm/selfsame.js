#!/usr/bin/env node
// Starts the service on the Node that is here when it is new enough, and otherwise on one that npm fetches once. Plain old JavaScript: it must
// run on whatever there is.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const newEnough = 24;
const root = join(dirname(fileURLToPath(import.meta.url)), "..");

async function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= newEnough) return process.execPath;
  const { fetchNode } = await import("../packages/cli/src/fetch-node.js");
  const { homeFolder, userDataDir } = await import("../packages/platform/src/user-data-dir.js");
  const { platform, arch } = process;
  const { runtime } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = userDataDir(process.env, platform, homeFolder());
  if (folder === undefined) {
    console.error(
      `This is Node ${process.version}, and selfsame runs on ${runtime.node}, which it would fetch into a home folder. This user has none (HOME): set XDG_DATA_HOME to a folder that may be written to, or install Node ${newEnough} or newer.`,
    );
    process.exit(1);
  }
  const wanted = { version: runtime.node, folder: join(folder, "node"), platform, arch };
  return fetchNode(wanted, (line) => console.error(line));
}

const node = await findNode().catch((error) => {
  console.error(error.name === "OperatorError" ? error.message : error);
  process.exit(1);
});
// Young garbage may take one megabyte instead of sixteen: 70 MB less for the same time.
const args = ["--max-semi-space-size=1", join(root, "packages/cli/src/selfsame.js"), ...process.argv.slice(2)];
if (process.execve && process.platform !== "win32") {
  // In place of this process: one less to keep, and signals reach the service.
  process.execve(node, [node, ...args], process.env);
} else {
  const child = spawn(node, args, { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => (signal ? process.exit(1) : process.exit(code)));
}
