import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The system's folder for a program's user data (on Linux by the XDG base directory specification).
 * @param homeDir undefined for a user without one
 * @returns undefined if that would be needed
 */
export function userDataDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  homeDir: string | undefined,
): string | undefined {
  const folder = platform === "darwin" ? undefined : env[platform === "win32" ? "LOCALAPPDATA" : "XDG_DATA_HOME"];
  if (folder) return join(folder, "selfsame");
  if (homeDir === undefined) return undefined;
  if (platform === "darwin") return join(homeDir, "Library", "Application Support", "selfsame");
  if (platform === "win32") return join(homeDir, "AppData", "Local", "selfsame");
  return join(homeDir, ".local", "share", "selfsame");
}

/** Undefined for users unknown to the system, as in containers without HOME: Node throws for them. */
export function homeFolder(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}
