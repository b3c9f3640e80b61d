import { spawn } from "node:child_process";
import { extname, join } from "node:path";
import { isolate } from "@selfsame/photo/engine/isolation";
import { safeEnv } from "@selfsame/photo/engine/worker-process";

/** Of the file that is uploaded. */
export const logoBytesMax = 512 * 1024;

/** Ten times what a large logo takes. */
const processorSeconds = 4;
/** On a machine that is busy with others' requests, four seconds of the processor take as long as that. */
const withinMs = 30_000;

export type Cleaned =
  | { readonly outcome: "cleaned"; readonly png: Buffer }
  /** Neither PNG nor SVG, damaged, or too much work. */
  | { readonly outcome: "unreadable" }
  /** The machine had no time for it, or the request has gone. */
  | { readonly outcome: "busy" };

/** Little garbage, no threads to compile: as small as it can be. */
const nodeFlags = ["--single-threaded", "--max-semi-space-size=1"];
const oneThread = { UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "1" };

/**
 * Draws a logo again as a small PNG, whatever it was: of an SVG nothing remains that could load or run anything. In a process of its own without
 * any other permission, since it reads a stranger's file (photo/engine/isolation.ts): with four seconds of a processor at the lowest priority, and
 * 128 MB of memory.
 */
export async function cleanLogo(file: Uint8Array, signal: AbortSignal): Promise<Cleaned> {
  const here = import.meta.dirname;
  const { execPath, execArgv } = isolate({ manifestPath: import.meta.filename, modelsDir: here }, nodeFlags, {
    processorSeconds,
  });
  const script = join(here, `logo-process${extname(import.meta.filename)}`);
  const child = spawn(execPath, [...execArgv, script], {
    env: { ...safeEnv(), ...oneThread },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const enough = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  const kill = () => child.kill("SIGKILL");
  enough.addEventListener("abort", kill);
  if (enough.aborted) kill();
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
  enough.removeEventListener("abort", kill);
  if (enough.aborted) return { outcome: "busy" };
  const png = Buffer.concat(chunks);
  return code === 0 && png.length > 0 ? { outcome: "cleaned", png } : { outcome: "unreadable" };
}
