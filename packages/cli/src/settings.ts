import { type Config, readConfig } from "@selfsame/server/config";
import { manifestPathOf } from "@selfsame/server/photo/models/catalog/installed";
import { OperatorError } from "@selfsame/server/platform/operator-error";
import { homeFolder } from "@selfsame/server/platform/user-data-dir";

/**
 * The environment's settings, for every command; a command's options take precedence.
 * @throws OperatorError that names every wrong setting, a line each
 */
export function readSettings(options: Readonly<Record<string, string | undefined>> = {}): Config {
  const config = readOwnSettings(options);
  return { ...config, manifestPath: manifestPathOf(config) };
}

/** The same without regard to the model in use: for what must work when that is gone. */
export function readOwnSettings(options: Readonly<Record<string, string | undefined>> = {}): Config {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const read = readConfig({ ...process.env, ...given }, process.platform, homeFolder());
  if (read.outcome === "invalid") throw new OperatorError(read.problems.join("\n"));
  return read.config;
}
