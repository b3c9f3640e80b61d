import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import { nearestName } from "@selfsame/server/platform/nearest-name";
import { OperatorError } from "@selfsame/server/platform/operator-error";

type Options = NonNullable<ParseArgsConfig["options"]>;

export interface Parsed {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
}

export interface Subcommand {
  readonly options: Options;
  /** What it takes beside its options, by the names that the help has for them: all of it, and no more. */
  readonly words: readonly string[];
  run(parsed: Parsed): Promise<number>;
}

/** Picks the subcommand that the first word names and reads its options. @returns the exit code, 2 for what cannot be understood */
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
  // Of two keys to revoke only the first would be, and of a name without its quotes only the first word would be one.
  if (more !== undefined) {
    return usageProblem(help, `"${more}" is one argument too many. Put text with spaces into quotes.`);
  }
  return subcommand.run(parsed);
}

/** Prints the help and, last, where it is read, what was wrong. @returns the exit code of what cannot be understood */
export function usageProblem(help: string, problem: string): number {
  console.error(`${help}\n\n${problem}`);
  return 2;
}

/** The option's text, when it was given. */
export function textOf(parsed: Pick<Parsed, "values">, name: string): string | undefined {
  const value = parsed.values[name];
  return typeof value === "string" ? value : undefined;
}

/** Every text given for an option that may be repeated. */
export function textsOf(parsed: Pick<Parsed, "values">, name: string): string[] {
  const value = parsed.values[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The option's whole number, when it was given. @throws OperatorError */
export function numberOf(parsed: Parsed, name: string, least: number, most: number): number | undefined {
  const text = textOf(parsed, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new OperatorError(`--${name} is a whole number from ${least} to ${most}, not "${text}".`);
}
