import { nativeLibraryProblem } from "@selfsame/platform/native-library";
import { OperatorError } from "@selfsame/platform/operator-error";
import { nearestName } from "@selfsame/platform/nearest-name";
import manifest from "../package.json" with { type: "json" };
import type { Command } from "./command.ts";
import { readEnvFile, takeEnvFile } from "@selfsame/server/env-file";
import { usageProblem } from "./subcommands.ts";

/** Loaded on demand: `selfsame keys` need not wait for the server's modules. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  serve: () => import("./serve.ts"),
  models: () => import("./models/models.ts"),
  samples: () => import("./accuracy/samples.ts"),
  keys: () => import("./accounts/keys.ts"),
  webhooks: () => import("./accounts/webhooks.ts"),
  listen: () => import("./develop/listen.ts"),
  trigger: () => import("./develop/trigger.ts"),
  mcp: () => import("./develop/mcp.ts"),
  sessions: () => import("./accounts/sessions.ts"),
  accounts: () => import("./accounts/accounts.ts"),
  "sign-on": () => import("./accounts/sign-on.ts"),
  documents: () => import("./documents/documents.ts"),
  receipts: () => import("./receipts.ts"),
  evidence: () => import("./evidence.ts"),
  "oidc-key": () => import("./oidc-key.ts"),
  "challenge-key": () => import("./challenge-key.ts"),
  liveness: () => import("./accuracy/liveness.ts"),
  doctor: () => import("./doctor/doctor.ts"),
  backup: () => import("./data/backup.ts"),
  restore: () => import("./data/restore.ts"),
  export: () => import("./data/export.ts"),
  import: () => import("./data/import.ts"),
  compare: () => import("./accuracy/compare.ts"),
  evaluate: () => import("./accuracy/evaluate.ts"),
  mdtf: () => import("./accuracy/mdtf.ts"),
  calibrate: () => import("./accuracy/calibrate.ts"),
};

/** @param args the command and its arguments, as after `selfsame` @returns the exit code */
export async function runCommand(args: readonly string[]): Promise<number> {
  ignoreClosedOutput();
  try {
    return await runNamed(withEnvFile(args));
  } catch (error) {
    const problem = error instanceof OperatorError ? error : nativeLibraryProblem(error);
    if (problem === undefined) throw error;
    console.error(problem.message);
    return 1;
  }
}

async function runNamed([name = "help", ...rest]: readonly string[]): Promise<number> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) {
    const { command } = await load();
    if (!rest.includes("--help") && !rest.includes("-h")) return runOrComplain(name, command, rest);
    console.log(command.help);
    return 0;
  }
  if (name === "--version") {
    console.log(manifest.version);
    return 0;
  }
  const asked = ["help", "--help", "-h"].includes(name);
  const near = nearestName(name, Object.keys(commands));
  if (!asked) {
    const problem = `selfsame: there is no command "${name}"${near === undefined ? "" : `; there is "${near}"`}.`;
    return usageProblem(await overview(), problem);
  }
  console.log(await overview());
  return 0;
}

/** Ignores a closed pipe, as in `selfsame keys list | head`: the remaining output is not wanted, and the exit code stays the same. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listeners("error").includes(onOutputError)) continue;
    stream.on("error", onOutputError);
  }
}

function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** Removes `--env-file FILE` from any command's options and adds the file's settings to the environment; they override existing ones. */
function withEnvFile(args: readonly string[]): string[] {
  const { file, rest } = takeEnvFile(args);
  if (file !== undefined) Object.assign(process.env, readEnvFile(file));
  return rest;
}

/** Runs a command, and reports invalid options. @returns the exit code, 2 for invalid options */
async function runOrComplain(name: string, command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command.run(args);
  } catch (error) {
    if (!isUnknownOption(error)) throw error;
    return usageProblem(command.help, `selfsame ${name}: ${optionProblem(error.message, command.help)}`);
  }
}

/** parseArgs reports unknown options by a TypeError with a code. */
function isUnknownOption(error: unknown): error is TypeError {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

/** Adds the nearest option from the help, since parseArgs only reports that an option is unknown. */
function optionProblem(message: string, help: string): string {
  const [, option] = /^Unknown option '(--?[\w-]+)'/.exec(message) ?? [];
  if (option === undefined) return message;
  const near = nearestName(option, [...new Set(help.match(/--[a-z][a-z-]+/g)), "--help"]);
  return `${option} is not an option${near === undefined ? "" : `; ${near} is`}.`;
}

async function overview(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(13)} ${(await load()).command.summary}`),
  );
  return `Usage: selfsame COMMAND [options]\n\n${rows.join("\n")}\n\nEvery command accepts --env-file FILE: settings, one NAME=VALUE a line, such as the service's own /etc/selfsame.env.
selfsame COMMAND --help shows its options, selfsame --version the version.`;
}
