/** `selfsame serve` as a person and a process manager use it. */
import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { testKey } from "../testing/server.ts";

const root = join(import.meta.dirname, "..");
const command = join(root, "packages/cli/src/selfsame.js");

interface Run {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly exit: Promise<number | null>;
  readonly stderr: Promise<string>;
}

async function dataDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-serve-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

function serve(t: TestContext, env: Readonly<Record<string, string>>, args: readonly string[] = []): Run {
  const child = spawn(process.execPath, [command, "serve", ...args], {
    cwd: root,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, PORT: "0", LOG_LEVEL: "error", SELFSAME_WORKERS: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const exit = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  return { child, exit, stderr: text(child.stderr) };
}

/** The output up to the matching line, and the lines that arrived with it. */
async function printed({ child }: Run, last: RegExp): Promise<string[]> {
  let output = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (last.test(output)) break;
  }
  child.stdout.resume();
  return output.split("\n");
}

const after = (lines: readonly string[], label: RegExp) => lines[lines.findIndex((line) => label.test(line)) + 1] ?? "";

/** /metrics reports the cost of a verify by stage. */
async function assertCosts(url: string, key: string): Promise<void> {
  const body = new FormData();
  for (const name of ["reference", "selfie"])
    body.set(name, new Blob([new Uint8Array(await portrait("amal"))]), "a.png");
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await fetch(`${url}/api/v2/verify`, { method: "POST", headers, body })).status, 200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  for (const stage of ["queue", "decode", "detect", "landmarks", "embed", "spoof", "pixels"]) {
    assert.match(metrics, new RegExp(`selfsame_stage_duration_seconds_count\\{stage="${stage}"\\} [1-9]`));
  }
  const [, memory] = /selfsame_engine_memory_bytes (\d+)/.exec(metrics) ?? [];
  assert.ok(Number(memory) > 50_000_000, "the workers hold the models");
}

test("the first start prints the URL, a key and a line that works as pasted; the second keeps the key to itself", async (t) => {
  const SELFSAME_DATA_DIR = await dataDir(t);
  const first = serve(t, { SELFSAME_DATA_DIR });
  const lines = await printed(first, /#\/setup\/.*\n/);
  const url = after(lines, /URL:$/);
  const key = after(lines, /API key.*:$/);
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.match(key, /^ss_sk_\w{38}$/);
  assert.match(after(lines, /owner's account:$/), new RegExp(`^${url}/#/setup/\\S+$`));

  const pasted = spawn("sh", ["-c", `${after(lines, /^Compare two photos:$/)} --silent`], { cwd: root });
  // Without sample photos, the command first writes them and prints their names.
  assert.match(await text(pasted.stdout), /^{"success":true,"data":{"match":true,"similarity":[01]/m);
  await assertCosts(url, key);
  first.child.kill("SIGTERM");
  assert.equal(await first.exit, 0);

  const second = serve(t, { SELFSAME_DATA_DIR });
  const again = await printed(second, /http:\S+\n/);
  assert.doesNotMatch(again.join("\n"), /ss_sk_/);
  const response = await fetch(`${after(again, /URL:$/)}/api/v2/spoof`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(response.status, 415, "the key of the first start still opens");
  await response.text();
  second.child.kill("SIGINT");
  assert.equal(await second.exit, 0);
});

test("with --quiet the first key is in a file of the owner's, and is not printed", async (t) => {
  const SELFSAME_DATA_DIR = await dataDir(t);
  const run = serve(t, { SELFSAME_DATA_DIR }, ["--quiet"]);
  const lines = await printed(run, /first-start\.txt\n/);
  assert.doesNotMatch(lines.join("\n"), /ss_sk_|setup\//);
  const file = after(lines, /then delete it:$/);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const [key = ""] = /ss_sk_\w{38}/.exec(await readFile(file, "utf8")) ?? [];
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await fetch(`${after(lines, /URL:$/)}/api/v3/models`, { headers })).status, 200);
  run.child.kill("SIGTERM");
  assert.equal(await run.exit, 0);
});

test("every problem with the settings is told at once, and nothing is started", async (t) => {
  const run = serve(t, { PORT: "99999", LOG_LEVEL: "loud", DATABASE_URL: "mysql://db" });
  assert.equal(await run.exit, 1);
  const problems = (await run.stderr).trim().split("\n");
  assert.deepEqual(
    problems.map((line) => line.split(" ")[0]),
    ["PORT", "DATABASE_URL", "LOG_LEVEL"],
  );
});

test("options go before the environment, and what is none is refused", async (t) => {
  const other = serve(t, {}, ["--port", "99999"]);
  assert.equal(await other.exit, 1);
  assert.match(await other.stderr, /^PORT must be/);
  const unknown = serve(t, {}, ["--prot", "0"]);
  assert.equal(await unknown.exit, 2);
  assert.match(await unknown.stderr, /\nselfsame serve: --prot is not an option; --port is\.\n$/);
});

test("a port that is taken is told in words, and the first key is left to the next start", async (t) => {
  const taken = createServer();
  await new Promise<void>((resolve) => void taken.listen(0, "127.0.0.1", resolve));
  t.after(() => taken.close());
  const PORT = String((taken.address() as AddressInfo).port);
  const env = { SELFSAME_DATA_DIR: await dataDir(t), SELFSAME_API_KEY: testKey };
  const run = serve(t, { ...env, PORT });
  assert.equal(await run.exit, 1);
  assert.match(await run.stderr, new RegExp(`Port ${PORT} of 127.0.0.1 is taken`));
  const next = serve(t, env);
  assert.equal(after(await printed(next, /#\/setup\/.*\n/), /API key.*:$/), testKey);
  next.child.kill("SIGTERM");
  assert.equal(await next.exit, 0);
});

test("a PostgreSQL that is not there, a data folder that cannot be and a plan that is wrong are told in words", async (t) => {
  const SELFSAME_DATA_DIR = await dataDir(t);
  const away = { DATABASE_URL: "postgres://u:p@127.0.0.1:9/db", SELFSAME_DATABASE_WAIT_SECONDS: "0" };
  const gone = serve(t, { SELFSAME_DATA_DIR, ...away });
  const nope = serve(t, { SELFSAME_DATA_DIR: "/proc/nope" });
  const plan = serve(t, { SELFSAME_PLANS: '{"team":{"requestsPerMinute":"60"},"x y":{}}' });
  const [first, second, third] = await Promise.all(
    [gone, nope, plan].map(async ({ exit, stderr }) => [await exit, await stderr]),
  );
  const where = "PostgreSQL at 127.0.0.1:9 (DATABASE_URL)";
  assert.deepEqual(first, [1, `${where} cannot be reached: nothing listens there. Is it running?\n`]);
  assert.deepEqual(second, [
    1,
    "/proc/nope cannot be made there. Set SELFSAME_DATA_DIR to a folder that may be written to.\n",
  ]);
  assert.equal(third?.[0], 1);
  assert.match(
    String(third?.[1]),
    /^SELFSAME_PLANS.team.requestsPerMinute must be a whole number above 0, or null for no limit\.$/m,
  );
  assert.match(String(third?.[1]), /^SELFSAME_PLANS.x y is no name for a plan: 1 to 32 of a-z, 0-9 and -\.$/m);
});

test("it can be stopped while it is still starting", async (t) => {
  // A database that accepts the connection and never answers.
  const silent = createServer();
  const asked = new Promise<void>((resolve) => void silent.once("connection", () => resolve()));
  await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const run = serve(t, { SELFSAME_DATA_DIR: await dataDir(t), DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/db` });
  await asked;
  run.child.kill("SIGTERM");
  assert.equal(await run.exit, 0);
});
