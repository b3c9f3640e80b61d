import { readFileSync, statSync } from "node:fs";
import { OperatorError } from "@selfsame/platform/operator-error";

const option = "--env-file";
const bytesMax = 65_536;

/** Takes `--env-file FILE` or `--env-file=FILE` out of a command line. @throws OperatorError when it names no file, or two */
export function takeEnvFile(args: readonly string[]): { readonly file: string | undefined; readonly rest: string[] } {
  const rest = [...args];
  const at = rest.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  if (at < 0) return { file: undefined, rest };
  const [given = "", next] = rest.splice(at, rest[at] === option ? 2 : 1);
  const file = given === option ? next : given.slice(option.length + 1);
  if (file === undefined || file === "") throw new OperatorError(`${option} needs a file after it.`);
  if (takeEnvFile(rest).file !== undefined)
    throw new OperatorError(`${option} is given twice: put the settings into one file.`);
  return { file, rest };
}

/**
 * The settings of a file, as systemd reads its EnvironmentFile: a `NAME=VALUE` per line, comments on lines of their own, and quotes around a
 * value taken off.
 *
 * @throws OperatorError when it cannot be read, and for the first line that is no setting; values are never repeated
 */
export function readEnvFile(file: string): Record<string, string> {
  return Object.fromEntries(
    readLines(file).flatMap((line, index): [string, string][] => {
      const text = line.trim();
      if (text === "" || /^[#;]/.test(text)) return [];
      const [, name, value = ""] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(text) ?? [];
      if (name === undefined) throw new OperatorError(`Line ${index + 1} of ${file} is not a setting: NAME=VALUE.`);
      return [[name, unquoted(value)]];
    }),
  );
}

function readLines(file: string): string[] {
  try {
    if (statSync(file).size > bytesMax)
      throw new OperatorError(`${file} is larger than 64 KB, so it is no file of settings.`);
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    const why = { ENOENT: "is not there", EACCES: "may not be read by this user" }[code] ?? `cannot be read (${code})`;
    throw new OperatorError(`${file} ${why}.`, { cause: error });
  }
}

function unquoted(value: string): string {
  const [, quote, inner = ""] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (quote === "'") return inner;
  return quote === '"' ? inner.replaceAll(/\\(["\\`$])/g, "$1") : value;
}
