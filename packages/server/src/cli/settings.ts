import { homedir } from "node:os";
import { type Config, readConfig } from "../config.ts";
import { manifestInUse } from "../models/catalog/installed.ts";
import { defaultManifestPath } from "../models/manifest.ts";
import { OperatorError } from "../operator-error.ts";

/**
 * What the environment says, for every command, and before it what a command was told.
 * @throws OperatorError that names every setting that is wrong, a line each
 */
export function readSettings(told: Readonly<Record<string, string | undefined>> = {}): Config {
  const config = readOwnSettings(told);
  if (config.manifestPath !== defaultManifestPath) return config;
  return { ...config, manifestPath: manifestInUse(config.modelsDir) ?? defaultManifestPath };
}

/** The same without regard to the model in use: for what must work when that is gone. */
export function readOwnSettings(told: Readonly<Record<string, string | undefined>> = {}): Config {
  const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const read = readConfig({ ...process.env, ...given }, process.platform, homedir());
  if (read.outcome === "invalid") throw new OperatorError(read.problems.join("\n"));
  return read.config;
}
