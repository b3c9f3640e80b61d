import { type Config, readConfig } from "@selfsame/server/config";
import { manifestPathOf } from "@selfsame/photo/models/catalog/installed";
import { OperatorError } from "@selfsame/platform/operator-error";
import { homeFolder } from "@selfsame/platform/user-data-dir";

/**
 * Reads the settings from the environment, for every command; a command's options take precedence.
 * @throws OperatorError that names every invalid setting, one on each line
 */
export function readSettings(options: Readonly<Record<string, string | undefined>> = {}): Config {
  const config = readOwnSettings(options);
  return { ...config, manifestPath: manifestPathOf(config) };
}

/** Reads the settings without the model in use, for commands that must work when its files are missing. */
export function readOwnSettings(options: Readonly<Record<string, string | undefined>> = {}): Config {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const read = readConfig({ ...process.env, ...given }, process.platform, homeFolder());
  if (read.outcome === "invalid") throw new OperatorError(read.problems.join("\n"));
  return read.config;
}
