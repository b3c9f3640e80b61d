import { spawn } from "node:child_process";
import { extname, join } from "node:path";
import { isolate } from "../engine/isolation.ts";
import { safeEnv } from "../engine/worker-process.ts";

/** Of the file that is uploaded. */
export const logoBytesMax = 512 * 1024;
/** A logo that takes longer is none. */
const withinMs = 15_000;

export type Cleaned =
  | { readonly outcome: "cleaned"; readonly png: Buffer }
  /** Neither PNG nor SVG, damaged, or too much work. */
  | { readonly outcome: "unreadable" };

/**
 * Draws a logo anew as a small PNG, whatever it was: of an SVG nothing is left that could load or run anything. In a process of its own
 * that may do nothing else, since it looks at a stranger's file (engine/isolation.ts).
 */
export async function cleanLogo(file: Uint8Array): Promise<Cleaned> {
  const here = import.meta.dirname;
  const { execPath, execArgv } = isolate({ manifestPath: import.meta.filename, modelsDir: here }, []);
  const script = join(here, `logo-process${extname(import.meta.filename)}`);
  const child = spawn(execPath, [...execArgv, script], {
    env: safeEnv(),
    stdio: ["pipe", "pipe", "ignore"],
    timeout: withinMs,
    killSignal: "SIGKILL",
  });
  const exit = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  // Who ends before all is read closes the pipe: its exit code says the rest.
  child.stdin.on("error", () => undefined);
  child.stdin.end(file);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await exit;
  const png = Buffer.concat(chunks);
  return code === 0 && png.length > 0 ? { outcome: "cleaned", png } : { outcome: "unreadable" };
}
