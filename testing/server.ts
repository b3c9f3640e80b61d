import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** The real server as started by `selfsame serve`, on a free port, with its own data folder and a known private key. */
export interface RunningServer {
  readonly url: string;
  readonly privateKey: string;
  readonly pid: number;
  /** Runs a `selfsame` command on the same data, such as `["keys", "list"]`; returns its output. */
  readonly command: (args: readonly string[]) => Promise<string>;
  /** Its stdout so far. */
  readonly output: () => string;
  /** Tells it to drain and end, and removes the data folder; returns its exit code. */
  stop(): Promise<number | null>;
}

const command = join(import.meta.dirname, "../packages/cli/src/selfsame.js");

/** The private key that the server creates at its first start. */
export const testKey = "ss_sk_0123456789ABCDEFGHIJKLMNOPQRSTUV000000";

/**
 * Switches off the check for changed faces. Tests use frames of one photo that software warps and disguises (testing/challenge/perform.ts), and the
 * check exists to reject these. Tests of the check switch it on.
 */
export const blendsUnchecked = "false";

/**
 * @param env further settings, such as `{ SELFSAME_WORKERS: "1" }`
 * @param onLog receives each line of its log; by default the log goes to this process's stderr
 */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  onLog?: (line: string) => void,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "selfsame-e2e-"));
  const settings = {
    HOST: "127.0.0.1",
    PORT: "0",
    SELFSAME_DATA_DIR: dataDir,
    SELFSAME_API_KEY: testKey,
    LOG_LEVEL: "warn",
    SELFSAME_CHALLENGE_BLENDS: blendsUnchecked,
  };
  // The options of `npm start`.
  const child = spawn(process.execPath, ["--max-semi-space-size=1", command, "serve"], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...settings, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (onLog) createInterface(child.stderr).on("line", onLog);
  else child.stderr.on("data", (written: Buffer) => process.stderr.write(written));
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let output = "";
  const url = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      output += `${line}\n`;
      const [found] = /^https?:\/\/[^\s/#]+$/.exec(line) ?? [];
      // The greeting is written at once: when its first address has arrived, the rest is read within the same turn.
      if (found !== undefined) setImmediate(resolve, found);
    });
    void exit.then((code) => reject(new Error(`the server ended (${code}) before it listened:\n${output}`)));
  });
  const stop = async (): Promise<number | null> => {
    child.kill("SIGTERM");
    const code = await exit;
    await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  const beside = async (args: readonly string[]): Promise<string> => {
    const own = { ...process.env, SELFSAME_DATA_DIR: dataDir, ...env };
    return (await promisify(execFile)(process.execPath, [command, ...args], { env: own })).stdout;
  };
  return { url: await url, privateKey: testKey, pid: child.pid ?? 0, command: beside, output: () => output, stop };
}
