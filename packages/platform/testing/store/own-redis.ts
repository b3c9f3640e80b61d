import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { Redis } from "ioredis";
import { freePort } from "../../../../testing/free-port.ts";
import { tempDir } from "./each-store.ts";

export interface OwnRedis {
  readonly port: number;
  readonly url: string;
  /** Sends a command, such as `["REPLICAOF", "NO", "ONE"]`. */
  ask(...command: readonly string[]): Promise<unknown>;
  stop(): Promise<void>;
  /** Starts on the same port, with the data that was written to disk. */
  start(): Promise<void>;
}

/** For tests: a separate Redis, which the test may stop. @param options in addition to its port and folder */
export async function startOwnRedis(t: TestContext, options: readonly string[] = []): Promise<OwnRedis> {
  const port = await freePort();
  const dir = await tempDir(t);
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "yes"];
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const start = async () => {
    child = await untilReady([...args, ...options]);
  };
  const ask = async ([name = "", ...more]: readonly string[]) => {
    const redis = new Redis({ port, host: "127.0.0.1", retryStrategy: () => null });
    redis.on("error", () => {});
    return redis.call(name, ...more).finally(() => redis.disconnect());
  };
  t.after(stop);
  await start();
  return { port, url: `redis://127.0.0.1:${port}`, ask: (...command) => ask(command), stop, start };
}

/** For tests: a single sentinel that watches a server by the name `faces`, and fails over after a second. */
export async function startSentinel(t: TestContext, { port: watched }: OwnRedis): Promise<string> {
  const port = await freePort();
  const dir = await tempDir(t);
  const file = join(dir, "sentinel.conf");
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${dir}`,
    `sentinel monitor faces 127.0.0.1 ${watched} 1`,
    "sentinel down-after-milliseconds faces 1000",
    "sentinel failover-timeout faces 3000",
  ];
  await writeFile(file, lines.join("\n"));
  const child = await untilReady([file, "--sentinel"], "Sentinel ID is");
  t.after(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return `127.0.0.1:${port}`;
}

async function untilReady(args: readonly string[], ready = "Ready to accept connections"): Promise<ChildProcess> {
  const child = spawn("redis-server", [...args], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    if (line.includes(ready)) break;
  }
  child.stdout.resume();
  return child;
}
