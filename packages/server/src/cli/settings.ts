import { homedir } from "node:os";
import { type Config, readConfig } from "../config.ts";
import { OperatorError } from "../operator-error.ts";

/**
 * What the environment says, for every command, and before it what a command was told.
 * @throws OperatorError that names every setting that is wrong, a line each
 */
export function readSettings(told: Readonly<Record<string, string | undefined>> = {}): Config {
  const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const read = readConfig({ ...process.env, ...given }, process.platform, homedir());
  if (read.outcome === "invalid") throw new OperatorError(read.problems.join("\n"));
  return read.config;
}
