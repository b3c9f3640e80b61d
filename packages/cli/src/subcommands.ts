import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import { nearestName } from "@selfsame/platform/nearest-name";
import { OperatorError } from "@selfsame/platform/operator-error";

type Options = NonNullable<ParseArgsConfig["options"]>;

export interface Parsed {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
}

export interface Subcommand {
  readonly options: Options;
  /** Names of the positional arguments, as in the help. All are required, and no others are accepted. */
  readonly words: readonly string[];
  run(parsed: Parsed): Promise<number>;
}

/** Finds the subcommand that the first word names and parses its options. @returns the exit code, 2 for invalid arguments */
export async function runSubcommand(
  subcommands: Readonly<Record<string, Subcommand>>,
  help: string,
  [name = "", ...args]: readonly string[],
): Promise<number> {
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (!subcommand) {
    const near = nearestName(name, Object.keys(subcommands));
    const problem =
      name === ""
        ? "The subcommand is missing."
        : `There is no "${name}"${near === undefined ? "" : `; there is "${near}"`}.`;
    return usageProblem(help, problem);
  }
  const parsed = parseArgs({ args: [...args], options: subcommand.options, allowPositionals: true, strict: true });
  const missing = subcommand.words[parsed.positionals.length];
  if (missing !== undefined) return usageProblem(help, `${missing} is missing.`);
  const more = parsed.positionals[subcommand.words.length];
  // Otherwise, of two keys to revoke only the first would be revoked, and a name without quotes would be cut after its first word.
  if (more !== undefined) {
    return usageProblem(help, `"${more}" is one argument too many. Put text with spaces into quotes.`);
  }
  return subcommand.run(parsed);
}

/** Prints the help, and the problem last, where people look first. @returns the exit code for invalid arguments */
export function usageProblem(help: string, problem: string): number {
  console.error(`${help}\n\n${problem}`);
  return 2;
}

/** The option's text, if given. */
export function textOf(parsed: Pick<Parsed, "values">, name: string): string | undefined {
  const value = parsed.values[name];
  return typeof value === "string" ? value : undefined;
}

/** Every text of an option that may be repeated. */
export function textsOf(parsed: Pick<Parsed, "values">, name: string): string[] {
  const value = parsed.values[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The option's whole number, if given. @throws OperatorError */
export function numberOf(parsed: Parsed, name: string, least: number, most: number): number | undefined {
  const text = textOf(parsed, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new OperatorError(`--${name} is a whole number from ${least} to ${most}, not "${text}".`);
}
