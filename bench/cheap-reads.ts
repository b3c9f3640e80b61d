/**
 * `node bench/cheap-reads.ts [SECONDS]`: latency of one account's requests that need no worker, alone and while another account has 60 connections
 * that send one verify after the other.
 */
import { setTimeout as pause } from "node:timers/promises";
import { beginFlood } from "../testing/flood/flood.ts";
import { startServer } from "../testing/server.ts";
import { upload } from "./measuring/load.ts";
import { selfies } from "./photos.ts";

const connections = 60;
const everyMs = 40;
const [seconds = "10"] = process.argv.slice(2);

const server = await startServer({ LOG_LEVEL: "error" });
async function measure(): Promise<void> {
  await server.command(["accounts", "create", "other@example.com", "--plan", "unlimited"]);
  const printed = await server.command(["keys", "create", "Other", "--kind", "test", "--account", "other@example.com"]);
  const [key = ""] = /ss_tk_\w+/.exec(printed) ?? [];
  const reads = {
    "GET /models": get("/models", key),
    "GET /sessions": get("/sessions", key),
    "POST /sessions": post(key),
  };
  const alone = await timed(reads);
  const greedy = await beginVerifies();
  await pause(3000);
  const beside = await timed(reads);
  const { answered, rejected, seconds } = await greedy.stop();
  const each = (count: number) => (count / seconds).toFixed(1);
  console.log(`${connections} connections: each second ${each(answered)} verifies, ${each(rejected)} rejected`);
  for (const [name, ms] of Object.entries(alone)) {
    const then = beside[name] ?? ms;
    const of = ({ p50, p95 }: Times) => `${p50.toFixed(1)} ms (p95 ${p95.toFixed(1)})`;
    console.log(`${name}: alone ${of(ms)}, beside ${of(then)}, ${(then.p50 / ms.p50).toFixed(1)} times`);
  }
}

interface Times {
  readonly p50: number;
  readonly p95: number;
}

async function timed(reads: Readonly<Record<string, () => Promise<void>>>): Promise<Record<string, Times>> {
  const times: Record<string, number[]> = {};
  const endMs = performance.now() + Number(seconds) * 1000;
  while (performance.now() < endMs) {
    for (const [name, read] of Object.entries(reads)) {
      const startMs = performance.now();
      await read();
      (times[name] ??= []).push(performance.now() - startMs);
      await pause(everyMs);
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
      return [name, { p50: at(0.5), p95: at(0.95) }];
    }),
  );
}

const get = (path: string, key: string) => async () => {
  const response = await fetch(`${server.url}/api/v3${path}`, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
};

const post = (key: string) => async () => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${server.url}/api/v3/sessions`, { method: "POST", headers, body: "{}" });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
};

async function beginVerifies() {
  const [reference, selfie] = (await selfies()) as [Buffer, Buffer];
  const { body, contentType } = upload({ reference, selfie });
  const headers = { authorization: `Bearer ${server.privateKey}`, "content-type": contentType };
  return beginFlood({ url: `${server.url}/api/v3/verify`, headers, body, connections });
}

await measure().finally(() => server.stop());
