import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "./server.ts";
import { readSettings, SettingsError } from "./settings.ts";

/**
 * Speaks the protocol on standard input and output until the input ends. Problems go to standard error.
 * @returns the exit code: 1 where a setting is missing or wrong
 */
export function serveAgent(env: Readonly<Record<string, string | undefined>>): 0 | 1 {
  try {
    const settings = readSettings(env);
    serveStdio(() => createServer(settings), { onerror: (error) => console.error(error.message) });
    return 0;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    return 1;
  }
}
