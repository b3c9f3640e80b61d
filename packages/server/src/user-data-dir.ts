import { join } from "node:path";

/** The folder each system gives a program for its user's data (on Linux the XDG base directory specification). */
export function userDataDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  homeDir: string,
): string {
  if (platform === "darwin") return join(homeDir, "Library", "Application Support", "selfsame");
  if (platform === "win32") return join(env["LOCALAPPDATA"] ?? join(homeDir, "AppData", "Local"), "selfsame");
  return join(env["XDG_DATA_HOME"] || join(homeDir, ".local", "share"), "selfsame");
}
