#!/usr/bin/env node
// Starts the service on the Node that is here when it is new enough, and otherwise on the one that this package brings. Plain old JavaScript:
// it must run on whatever there is.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const newEnough = 24;
const program = join(dirname(fileURLToPath(import.meta.url)), "../packages/server/src/cli/selfsame.js");

function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= newEnough) return process.execPath;
  const { platform, arch } = process;
  const system = platform === "win32" ? "win" : platform;
  const name = `${platform === "darwin" && arch === "arm64" ? "node-bin" : "node"}-${system}-${arch}`;
  try {
    const require = createRequire(import.meta.url);
    const node = join(
      dirname(require.resolve(`${name}/package.json`)),
      platform === "win32" ? "bin/node.exe" : "bin/node",
    );
    if (existsSync(node)) return node;
  } catch {
    // It was left out (--omit=optional), or there is none for this system.
  }
  console.error(`selfsame needs Node ${newEnough} or newer; this is ${process.version}, and ${name} is not installed.`);
  process.exit(1);
}

const node = findNode();
// Young garbage may take one megabyte instead of sixteen: 70 MB less for the same time.
const args = ["--max-semi-space-size=1", program, ...process.argv.slice(2)];
if (process.execve && process.platform !== "win32") {
  // In place of this process: one less to keep, and signals reach the service.
  process.execve(node, [node, ...args], process.env);
} else {
  const child = spawn(node, args, { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => (signal ? process.exit(1) : process.exit(code)));
}
