#!/usr/bin/env node
// JavaScript, and all else imported after the cache is there: then nothing in this process needs to understand TypeScript, which takes 16 MB.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Halves the time to load the server's modules. Beside the packages and not in the shared temporary folder, where another user of the
// machine could put code. Where it cannot be written there is no cache.
enableCompileCache(join(import.meta.dirname, "../../../../node_modules/.cache/selfsame"));

const { runCommand } = await import("./run-command.ts");
process.exitCode = await runCommand(process.argv.slice(2));
