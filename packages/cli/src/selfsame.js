#!/usr/bin/env node
// JavaScript, and all else imported after the cache is there: then nothing in this process needs to understand TypeScript, which takes 16 MB.
import module from "node:module";
import { join } from "node:path";

// `node_modules/.bin/selfsame` of a clone takes whatever Node there is.
if (Number.parseInt(process.versions.node) < 24) {
  console.error(`selfsame needs Node 24, this is ${process.version}: npx selfsame takes the one that npm ci installed`);
  process.exit(1);
}

// Halves the time to load the server's modules. Beside the packages and not in the shared temporary folder, where another user of the
// machine could put code. Where it cannot be written there is no cache.
module.enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/selfsame"));

const { runCommand } = await import("./run-command.ts");
process.exitCode = await runCommand(process.argv.slice(2));
