import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";

export type Options = NonNullable<ParseArgsConfig["options"]>;

export interface Parsed {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
}

export interface Subcommand {
  readonly options: Options;
  /** How many it takes beside its options at most; one unless said. */
  readonly wordsMax?: number;
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
    console.error(help);
    return 2;
  }
  const parsed = parseArgs({ args: [...args], options: subcommand.options, allowPositionals: true, strict: true });
  const { wordsMax = 1 } = subcommand;
  const more = parsed.positionals[wordsMax];
  // Of two keys to revoke only the first would be, and of a name without its quotes only the first word would be one.
  if (more !== undefined) {
    console.error(`"${more}" is one too many. What has spaces in it goes into quotes.\n\n${help}`);
    return 2;
  }
  return subcommand.run(parsed);
}

/** The option's text, when it was given. */
export function textOf(parsed: Parsed, name: string): string | undefined {
  const value = parsed.values[name];
  return typeof value === "string" ? value : undefined;
}

/** Every text given for an option that may be repeated. */
export function textsOf(parsed: Parsed, name: string): string[] {
  const value = parsed.values[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
