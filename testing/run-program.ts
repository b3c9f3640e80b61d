/** Runs other programs as a person starts them. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";

export interface ProgramOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const start = ([command = "", ...args]: readonly string[], { cwd, env }: ProgramOptions) =>
  spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A separate process group: `go run` and `dotnet run` start the program in another process.
    detached: process.platform !== "win32",
  });

/** Runs a program to its end. */
export async function runProgram(command: readonly string[], options: ProgramOptions) {
  const child = start(command, options);
  const exit = new Promise<number | null>((resolve, reject) => child.once("close", resolve).once("error", reject));
  const [output, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { output, problems, code };
}

/** Starts a program that listens until it is stopped. */
export function startProgram(command: readonly string[], options: ProgramOptions) {
  const child = start(command, options);
  let output = "";
  const keep = (written: Buffer) => void (output += written.toString());
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const exit = new Promise((resolve) => child.once("close", resolve));
  return {
    output: () => output,
    hasEnded: () => hasEnded(child),
    stop: async () => {
      stopGroup(child);
      await exit;
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined || hasEnded(child)) return;
  if (process.platform === "win32") spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
  else process.kill(-child.pid, "SIGTERM");
}
