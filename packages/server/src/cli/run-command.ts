import { OperatorError } from "../operator-error.ts";
import { nearestName } from "../nearest-name.ts";
import manifest from "../../package.json" with { type: "json" };
import type { Command } from "./command.ts";

/** Loaded only when asked for: `selfsame keys` need not wait for the server's modules. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  serve: () => import("./serve.ts"),
  models: () => import("./models.ts"),
  samples: () => import("./accuracy/samples.ts"),
  keys: () => import("./accounts/keys.ts"),
  webhooks: () => import("./accounts/webhooks.ts"),
  sessions: () => import("./accounts/sessions.ts"),
  accounts: () => import("./accounts/accounts.ts"),
  "sign-on": () => import("./accounts/sign-on.ts"),
  "challenge-key": () => import("./challenge-key.ts"),
  doctor: () => import("./doctor.ts"),
  backup: () => import("./data/backup.ts"),
  restore: () => import("./data/restore.ts"),
  export: () => import("./data/export.ts"),
  import: () => import("./data/import.ts"),
  compare: () => import("./accuracy/compare.ts"),
  evaluate: () => import("./accuracy/evaluate.ts"),
  calibrate: () => import("./accuracy/calibrate.ts"),
};

/** @param args the command and what it is given, as after `selfsame` @returns the exit code */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [name = "help", ...rest] = args;
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
  if (!asked)
    console.error(`selfsame: there is no command "${name}"${near === undefined ? "" : `; there is "${near}"`}.\n`);
  (asked ? console.log : console.error)(await overview());
  return asked ? 0 : 2;
}

/** The one place that says what is wrong with what a command was given: 1 where it cannot be done, 2 where it is not understood. */
async function runOrComplain(name: string, command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command.run(args);
  } catch (error) {
    if (error instanceof OperatorError) {
      console.error(error.message);
      return 1;
    }
    if (!isUnknownOption(error)) throw error;
    console.error(`selfsame ${name}: ${optionProblem(error.message, command.help)}\n\n${command.help}`);
    return 2;
  }
}

/** parseArgs tells of options that it does not know by a TypeError with a code. */
function isUnknownOption(error: unknown): error is TypeError {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

/** parseArgs only says that it does not know an option; the help has those that there are. */
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
  return `Usage: selfsame COMMAND [options]\n\n${rows.join("\n")}\n\nselfsame COMMAND --help tells more, selfsame --version the version.`;
}
