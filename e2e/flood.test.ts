/**
 * Response times of one account while two others flood the service over a real socket, as a ratio to the same calls without the flood.
 *
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { bombs } from "../packages/server/testing/documents/bombs.ts";
import { dg2, faceRecord } from "../packages/server/testing/documents/face-record.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { beginFlood } from "../testing/flood/flood.ts";
import { isFuzzRun } from "../testing/fuzz-runs.ts";
import { reference, selfie } from "../testing/photos.ts";
import { type RunningServer, startServer } from "../testing/server.ts";

const skip = !isFuzzRun && "it takes a minute: npm run test:fuzz";
const connections = 60;
/** Largest ratio allowed. It is five on an idle machine; a loaded machine also stays below this limit. */
const timesMax = 15;
/**
 * Delays below this do not count as starvation, milliseconds. On an overloaded machine, a process with work waits for the other processes' time
 * slices.
 */
const unnoticedMs = 100;
const everyMs = 25;
const rounds = 24;
/** Rounds per document: a verify occupies a worker, so fewer calls are enough. */
const documentEvery = 4;

interface Caller {
  readonly headers: { readonly authorization: string };
}

async function accountOf(server: RunningServer, name: string): Promise<Caller> {
  await server.command(["accounts", "create", `${name}@example.com`, "--plan", "unlimited"]);
  const printed = await server.command(["keys", "create", name, "--account", `${name}@example.com`]);
  const [key = ""] = /ss_sk_\w+/.exec(printed) ?? [];
  return { headers: { authorization: `Bearer ${key}` } };
}

type Parts = Readonly<Record<string, Uint8Array | string>>;

function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts))
    form.set(name, typeof part === "string" ? part : new Blob([new Uint8Array(part)]));
  return form;
}

async function begin(server: RunningServer, { headers }: Caller, parts: Parts) {
  const encoded = new Response(formOf(parts));
  const contentType = encoded.headers.get("content-type") ?? "";
  return beginFlood({
    url: `${server.url}/api/v3/verify`,
    headers: { ...headers, "content-type": contentType },
    body: new Uint8Array(await encoded.arrayBuffer()),
    connections,
  });
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

type Call = () => Promise<Response>;

/** Repeats a call as the answer instructs when the service has no capacity. */
async function answerOf(call: Call): Promise<Response> {
  const response = await call();
  if (response.status !== 503) return response;
  await response.arrayBuffer();
  await pause(1000 * Number(response.headers.get("retry-after") ?? 1));
  return answerOf(call);
}

/** @returns the median of each call in milliseconds */
async function medians(calls: Readonly<Record<string, Call>>): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(calls)) {
      if (name === "a document" && round % documentEvery !== 0) continue;
      const startMs = performance.now();
      const response = await answerOf(call);
      const body = await response.text();
      assert.equal(response.status, 200, `${name}: ${body}`);
      (times[name] ??= []).push(performance.now() - startMs);
      await pause(everyMs);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

async function start(t: TestContext) {
  const server = await startServer({ LOG_LEVEL: "error" });
  t.after(() => server.stop());
  const { headers } = await accountOf(server, "modest");
  const get = (path: string) => () => fetch(server.url + path, { headers });
  const document = { document_format: "dg2", reference_document: dg2(faceRecord(await jpeg())) };
  const calls: Readonly<Record<string, Call>> = {
    "GET /api/v3/models": get("/api/v3/models"),
    "GET /api/v3/sessions": get("/api/v3/sessions"),
    "GET /health/live": get("/health/live"),
    "a document": () =>
      fetch(`${server.url}/api/v3/verify`, { method: "POST", headers, body: formOf({ ...document, selfie }) }),
  };
  return { server, calls };
}

const jpeg = async () => new Uint8Array(await portrait("bea"));

const bomb = bombs.find(({ name }) => name === "sd_jwt_vc: disclosures");
const floods: Readonly<Record<string, Readonly<Record<string, Parts>>>> = {
  "verifies of one account": { greedy: { reference, selfie } },
  "documents of one account": { reader: { ...bomb?.parts, selfie } },
  "verifies of one account and documents of another": {
    greedy: { reference, selfie },
    reader: { ...bomb?.parts, selfie },
  },
};

/** @returns calls that take too long during a flood, by name */
async function measure(t: TestContext, what: string, senders: Readonly<Record<string, Parts>>): Promise<string[]> {
  const { server, calls } = await start(t);
  await medians(calls); // loads what only the first call loads
  const alone = await medians(calls);
  const begun = [];
  for (const [name, parts] of Object.entries(senders))
    begun.push(await begin(server, await accountOf(server, name), parts));
  await pause(2000);
  const beside = await medians(calls);
  for (const { stop } of begun) {
    const { answered, rejected, seconds } = await stop();
    const each = (count: number) => (count / seconds).toFixed(1);
    t.diagnostic(`${what}: ${each(answered)} answered and ${each(rejected)} rejected a second`);
    // A service that keeps up with all senders, as a fast machine does with documents, rejects none.
    assert.ok(answered + rejected > connections, `${what}: it was no flood`);
  }
  return Object.entries(alone).flatMap(([name, ms]) => {
    const then = beside[name] ?? Number.NaN;
    const says = `${name} ${ms.toFixed(1)} ms alone, ${then.toFixed(1)} ms beside it, ${(then / ms).toFixed(1)} times`;
    t.diagnostic(`${what}: ${says}`);
    return then <= Math.max(timesMax * ms, unnoticedMs) ? [] : [says];
  });
}

for (const [what, senders] of Object.entries(floods)) {
  test(`beside ${what}, others have the service as before`, { skip }, async (t) => {
    let slow = await measure(t, what, senders);
    // Other processes of the machine may cause one slow round; a service that starves accounts is slow in every round.
    for (let more = 2; slow.length > 0 && more > 0; more--) slow = await measure(t, what, senders);
    assert.deepEqual(slow, []);
  });
}
