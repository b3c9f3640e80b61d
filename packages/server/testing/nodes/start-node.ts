import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import type { TestContext } from "node:test";
import type { StoreConfig } from "@selfsame/platform/store/store";
import type { Plans } from "../../src/accounts/access/plans.ts";

interface NodeAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface TestNode {
  /** Rejects if no complete response arrives. */
  ask(path: string, key?: string): Promise<NodeAnswer>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/** For tests: starts a node as a separate process. */
export async function startNode(
  t: TestContext,
  config: StoreConfig,
  more: { readonly redisUrl?: string; readonly plans?: Plans } = {},
): Promise<TestNode> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "node-under-test.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      DATA_DIR: config.dataDir,
      ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
      ...(more.redisUrl && { REDIS_URL: more.redisUrl }),
      ...(more.plans && { PLANS: JSON.stringify(more.plans) }),
    },
  });
  const gone = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  t.after(kill);
  const [port] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    gone.then(() => Promise.reject(new Error("the node did not start"))),
  ])) as [string];
  const agent = new Agent({ keepAlive: true });

  const ask = async (path: string, key?: string): Promise<NodeAnswer> => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const sent = request({ agent, port, path, headers, host: "127.0.0.1" }).end();
    const [response] = await once(sent, "response");
    return { status: response.statusCode, body: await json(response) };
  };
  return { ask, kill };
}
