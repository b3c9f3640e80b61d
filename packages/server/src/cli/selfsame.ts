#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { Command } from "./command.ts";

// Halves the time to load the server's modules. Beside the packages and not in the shared temporary folder, where another user of the
// machine could put code. Where it cannot be written there is no cache.
enableCompileCache(join(import.meta.dirname, "../../../../node_modules/.cache/selfsame"));

/** Loaded only when asked for: `selfsame keys` need not wait for the server's modules. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  serve: () => import("./serve.ts"),
  models: () => import("./models.ts"),
  keys: () => import("./keys.ts"),
  accounts: () => import("./accounts.ts"),
  "challenge-key": () => import("./challenge-key.ts"),
  export: () => import("./export.ts"),
  import: () => import("./import.ts"),
  evaluate: () => import("./evaluate.ts"),
  calibrate: () => import("./calibrate.ts"),
};

async function main(args: readonly string[]): Promise<number> {
  const [name = "help", ...rest] = args;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) {
    const { command } = await load();
    if (!rest.includes("--help") && !rest.includes("-h")) return command.run(rest);
    console.log(command.help);
    return 0;
  }
  const asked = ["help", "--help", "-h"].includes(name);
  if (!asked) console.error(`selfsame: there is no command "${name}".\n`);
  (asked ? console.log : console.error)(await overview());
  return asked ? 0 : 2;
}

async function overview(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(13)} ${(await load()).command.summary}`),
  );
  return `Usage: selfsame COMMAND [options]\n\n${rows.join("\n")}\n\nselfsame COMMAND --help tells more.`;
}

process.exitCode = await main(process.argv.slice(2));
