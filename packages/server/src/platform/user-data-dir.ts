import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The folder each system gives a program for its user's data (on Linux the XDG base directory specification).
 * @param homeDir undefined for a user without one
 * @returns undefined where that would be needed
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

/** Containers run as users that the system does not know: without HOME nothing says where theirs is, and Node throws. */
export function homeFolder(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}
