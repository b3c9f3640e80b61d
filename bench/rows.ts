/**
 * `node bench/rows.ts [ROWS] [FOLDER]`: the slowest statement of each list and report with a million rows each of sessions, requests, events and
 * deliveries, on the embedded database. A statement blocks everything else while it runs, unless it runs on the thread for reports. A named folder is
 * not deleted, and is used again.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { until } from "../packages/platform/testing/until.ts";
import { freePort } from "../testing/free-port.ts";
import { startServer } from "../testing/server.ts";
import type { SlowestStatement } from "./measuring/statements.ts";
import { type Seeded, type SeededAccount, seed, type Size } from "./rows/seed.ts";

const barMs = 20;
const [rows = "1000000", given] = process.argv.slice(2);
const dataDir = given ?? mkdtempSync(join(tmpdir(), "selfsame-rows-"));
const seeded = await seededIn(dataDir);
for (const [table, us] of Object.entries(seeded.writtenUs)) console.log(`${table}: ${us.toFixed(1)} µs a row written`);

const file = join(dataDir, "statements.json");
const preload = pathToFileURL(join(import.meta.dirname, "measuring/statements.ts")).href;
const port = await freePort();
const server = await startServer({
  PORT: String(port),
  // Without it, a cookie is bound to the address where it was created.
  SELFSAME_PUBLIC_URL: `http://127.0.0.1:${port}`,
  SELFSAME_DATA_DIR: dataDir,
  SELFSAME_WORKERS: "1",
  BENCH_STATEMENTS_FILE: file,
  NODE_OPTIONS: `--import=${preload}`,
});

const v3 = [
  "/sessions?external_id=customer-1234",
  "/sessions?external_id=nobody",
  "/sessions?status=needs_review",
  "/sessions?status=verified",
  "/sessions?status=open&external_id=customer-1234",
  "/sessions?created_after=2020-01-01T00:00:00Z",
  "/sessions",
  "/sessions?sort=-attempts",
  "/sessions?text=customer-12",
  "/requests/unknown",
  "/requests",
  "/requests?outcome=no_match",
  "/requests?sort=-duration_ms",
  "/events",
  "/events?type=batch.completed",
  "/events?type=session.verified",
  "/usage?by=key",
  "/batches",
  "/webhook_endpoints?recent=true",
  "/webhook_endpoints/ENDPOINT/deliveries",
  "/webhook_endpoints/ENDPOINT/deliveries?status=failed",
];
const dashboard = [
  "/verifications/funnel?days=90",
  "/overview?days=30",
  "/find?text=customer-12",
  "/find?text=req-12",
  "/audit",
];

/** @returns the slowest statement, and the duration of the response */
async function measured(ask: () => Promise<Response>): Promise<SlowestStatement & { readonly tookMs: number }> {
  await slowestStatement();
  const startMs = performance.now();
  const response = await ask();
  const text = await response.text();
  const tookMs = performance.now() - startMs;
  if (![200, 403, 404].includes(response.status)) throw new Error(`${response.url}: ${response.status} ${text}`);
  return { ...(await slowestStatement()), tookMs };
}

async function slowestStatement(): Promise<SlowestStatement> {
  rmSync(file, { force: true });
  process.kill(server.pid, "SIGUSR2");
  await until(() => existsSync(file));
  return JSON.parse(readFileSync(file, "utf8")) as SlowestStatement;
}

async function seededIn(folder: string): Promise<Seeded> {
  const notes = join(folder, "seeded.json");
  if (existsSync(notes)) return JSON.parse(readFileSync(notes, "utf8")) as Seeded;
  await mkdir(folder, { recursive: true });
  const made = await seed(folder, Number(rows));
  writeFileSync(notes, JSON.stringify(made));
  return made;
}

const slow: string[] = [];
function report(name: string, { ms, sql, tookMs }: SlowestStatement & { readonly tookMs: number }): void {
  console.log(`${ms.toFixed(1).padStart(8)} ms ${tookMs.toFixed(0).padStart(6)} ms  ${name}`);
  if (ms > barMs) slow.push(`${ms.toFixed(0)} ms  ${name}\n    ${sql}`);
}

async function measureAccount(size: Size, { live, test, cookie, endpointId }: SeededAccount): Promise<void> {
  for (const [kind, key] of Object.entries({ live, test })) {
    for (const path of v3) {
      const address = `${server.url}/api/v3${path.replace("ENDPOINT", endpointId)}`;
      const headers = { authorization: `Bearer ${key}` };
      report(`${size}, ${kind} key: GET /api/v3${path}`, await measured(() => fetch(address, { headers })));
    }
  }
  for (const path of dashboard) {
    const address = `${server.url}/api/dashboard${path.replace("ENDPOINT", endpointId)}`;
    const headers = { cookie: `selfsame_session=${cookie}`, origin: server.url };
    report(`${size}: dashboard ${path}`, await measured(() => fetch(address, { headers })));
  }
}

try {
  console.log("longest statement on the event loop, the whole response");
  for (const [size, account] of Object.entries(seeded.accounts)) await measureAccount(size as Size, account);
  // Statements that run without a request: sweeps, alerts, deletion of old rows.
  const background = { ...(await slowestStatement()), tookMs: 0 };
  await pause(20_000);
  report(
    "twenty seconds without a request",
    background.ms > 0 ? background : { ...(await slowestStatement()), tookMs: 0 },
  );
  console.log(slow.length === 0 ? `no statement over ${barMs} ms` : `over ${barMs} ms:\n${slow.join("\n")}`);
} finally {
  await server.stop();
}
if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
