#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";

// Halves the time to load the server's modules. Beside the packages and not in the shared temporary folder, where another user of the
// machine could put code. Where it cannot be written there is no cache.
enableCompileCache(join(import.meta.dirname, "../../../../node_modules/.cache/selfsame"));

process.exitCode = await runCommand(process.argv.slice(2));
