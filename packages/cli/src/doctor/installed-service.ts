import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { readEnvFile } from "@selfsame/server/env-file";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { StoreConfig } from "@selfsame/platform/store/store";

const unitFolders = [
  "/etc/systemd/system",
  "/usr/local/lib/systemd/system",
  "/usr/lib/systemd/system",
  "/lib/systemd/system",
];

/** The service that systemd runs on this machine, and the database in its unit. */
export interface InstalledService extends StoreConfig {
  readonly unit: string;
  readonly envFile: string | undefined;
  /** Whether the env file's settings are unknown, because only root may read it. */
  readonly isHidden: boolean;
}

/** @param folders where units are installed; the first that has one counts @returns undefined if no unit is installed, or it names no data folder */
export async function installedService(
  folders: readonly string[] = unitFolders,
): Promise<InstalledService | undefined> {
  for (const folder of folders) {
    const unit = join(folder, "selfsame.service");
    const text = await readText(unit);
    if (text === undefined) continue;
    const texts = [text, ...(await dropIns(`${unit}.d`))];
    const { env, envFile } = settingsOf(texts);
    const file = readableFile(envFile);
    const settings = { ...env, ...file.env };
    const dataDir = settings["SELFSAME_DATA_DIR"];
    if (dataDir === undefined) return undefined;
    return { unit, envFile, isHidden: file.isHidden, dataDir, databaseUrl: settings["DATABASE_URL"] || undefined };
  }
  return undefined;
}

async function dropIns(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    names
      .filter((name) => name.endsWith(".conf"))
      .toSorted()
      .map((name) => readText(join(folder, name))),
  );
  return texts.filter((text) => text !== undefined);
}

/** Reads settings in the format of our unit: assignments separated by spaces, with %S for /var/lib. */
function settingsOf(texts: readonly string[]) {
  const lines = texts.flatMap((text) => text.split("\n"));
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1).trim());
  const pairs = valuesOf("Environment").flatMap((line) => line.match(/"[^"]*"|\S+/g) ?? []);
  const env = Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", ...value] = pair.replaceAll('"', "").replaceAll("%S", "/var/lib").split("=");
      return [name, value.join("=")];
    }),
  );
  return {
    env: env as Record<string, string | undefined>,
    envFile: valuesOf("EnvironmentFile").at(-1)?.replace(/^-/, ""),
  };
}

function readableFile(file: string | undefined): { readonly env: Record<string, string>; readonly isHidden: boolean } {
  if (file === undefined) return { env: {}, isHidden: false };
  try {
    return { env: readEnvFile(file), isHidden: false };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const code = error.cause instanceof Error && "code" in error.cause ? error.cause.code : undefined;
    return { env: {}, isHidden: code !== "ENOENT" };
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
