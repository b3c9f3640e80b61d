import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { randomBase62 } from "@selfsame/platform/ids/base62";
import { freshConfig, noPostgres } from "@selfsame/platform/testing/store/each-store";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { brand } from "../../../testing/sessions/brand.ts";
import { formOf, type Parts } from "../../../testing/sessions/sessions.ts";
import { endLeases } from "@selfsame/platform/testing/jobs/end-leases";
import { until } from "@selfsame/platform/testing/until";
import { openStore } from "@selfsame/platform/store/store";
import type { StoreConfig } from "@selfsame/platform/store/store";

const amal = await portrait("amal");

async function startNode(
  t: TestContext,
  { dataDir, databaseUrl = "" }: StoreConfig,
  { seal, stuck = false }: { readonly seal: Buffer; readonly stuck?: boolean },
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../testing/sessions/session-node.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SEAL: seal.toString("hex"),
      ...(stuck && { STUCK: "1" }),
    },
  });
  const gone = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  t.after(kill);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = () => Promise.race([lines.next(), gone.then(() => assert.fail("the node has gone"))]);
  const url = `http://127.0.0.1:${(await line()).value}/api/v3`;
  const ask = async (method: string, path: string, bearer: string, parts?: Parts | string, device = "") => {
    const json = typeof parts === "string" ? { "content-type": "application/json" } : {};
    const send = () =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${bearer}`, "selfsame-device": device, ...json },
        ...(parts === undefined ? {} : { body: typeof parts === "string" ? parts : formOf(parts) }),
      });
    let response = await send();
    // If other tests keep the database busy, the node answers 503 to request a retry, and has done nothing.
    while (response.status === 503) response = await send();
    // oxlint-disable-next-line typescript/no-explicit-any
    const body: any = await response.json();
    assert.ok(response.ok, JSON.stringify(body));
    return body.data;
  };
  return { url, ask, kill, line };
}

/** A database with an account that may create sessions, and no node yet. */
async function freshService(t: TestContext) {
  const config = await freshConfig(t, "postgres");
  const store = await openStore(config);
  t.after(() => store.close());
  const { apiKey = "" } = await prepareFirstStart(store);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  await brand(store, accountId);
  return { config, store, apiKey };
}

test(
  "two nodes: made and started on one that is killed in mid-attempt, followed and finished on the other",
  { skip: noPostgres },
  async (t) => {
    const { config, store, apiKey } = await freshService(t);
    const receiver = await startReceiver(t);
    const seal = randomBytes(32);
    const [one, other] = await Promise.all([startNode(t, config, { seal }), startNode(t, config, { seal })]);
    await other.ask("POST", "/webhook_endpoints", apiKey, JSON.stringify({ url: receiver.url }));

    const made = await one.ask("POST", "/sessions", apiKey, { reference: amal, challenge: "off" });
    const secret = made.url.split("#")[1];
    const [phone, laptop] = [randomBase62(22), randomBase62(22)];
    const stream = await fetch(`${other.url}/session/events`, {
      headers: { authorization: `Bearer ${secret}`, "selfsame-device": laptop },
    });
    const followed = (async () => {
      let text = "";
      const decoder = new TextDecoder();
      for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>)
        text += decoder.decode(chunk, { stream: true });
      return [...text.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);
    })();
    const consent = '{"consent_version":"2026-11"}';
    await one.ask("POST", "/session/start", secret, consent, phone);
    await one.kill();
    await endLeases(store);

    // The attempt is lost with its node and does not count.
    const stuck = await startNode(t, config, { seal, stuck: true });
    const dying = stuck.ask("POST", "/session/complete", secret, { selfie: amal }, phone).catch(() => "dead");
    assert.equal((await stuck.line()).value, "stuck");
    await stuck.kill();
    await endLeases(store);
    assert.equal(await dying, "dead");
    assert.equal((await other.ask("GET", "/session", secret, undefined, phone)).attempts_left, 3);

    // The phone continues without a new start.
    const response = await other.ask("POST", "/session/complete", secret, { selfie: amal }, phone);
    assert.deepEqual(response, { outcome: "done", because: null, attempts_left: 2 });
    const session = await other.ask("GET", `/sessions/${made.id}`, apiKey);
    assert.deepEqual([session.status, session.attempts, session.result.match], ["verified", 1, true]);
    // The number of states seen in between depends on timing; the first and the last are always seen.
    const states = await followed;
    assert.deepEqual([states.at(0), states.at(-1)], ["open", "ended"]);

    const types = () => new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type));
    await until(() => types().has("session.verified") && types().has("session.started"));
    const events = await store.db.selectFrom("events").select("type").orderBy("created_at_ms").execute();
    assert.deepEqual(
      events.map(({ type }) => type),
      ["session.started", "session.verified"],
    );
  },
);

test(
  "captured on a node that is killed, compared on the other; a comparison that dies with its node spends nothing",
  { skip: noPostgres },
  async (t) => {
    const { config, store, apiKey } = await freshService(t);
    const seal = randomBytes(32);
    const [one, other] = await Promise.all([
      startNode(t, config, { seal }),
      startNode(t, config, { seal, stuck: true }),
    ]);
    const settings = '{"challenge":"off","compare_limit":1}';
    const made = await one.ask("POST", "/sessions", apiKey, settings);
    const [secret, phone] = [made.url.split("#")[1], randomBase62(22)];
    await one.ask("POST", "/session/start", secret, '{"consent_version":"2026-11"}', phone);
    assert.equal((await one.ask("POST", "/session/complete", secret, { selfie: amal }, phone)).outcome, "done");
    await one.kill();

    const compare = `/sessions/${made.id}/compare`;
    const dying = other.ask("POST", compare, apiKey, { reference: amal }).catch(() => "dead");
    assert.equal((await other.line()).value, "stuck");
    await other.kill();
    assert.equal(await dying, "dead");

    const last = await startNode(t, config, { seal });
    const waiting = await last.ask("GET", `/sessions/${made.id}`, apiKey);
    assert.deepEqual([waiting.status, waiting.comparisons], ["captured", 0]);
    const compared = await last.ask("POST", compare, apiKey, { reference: amal });
    assert.deepEqual([compared.match, compared.session.status], [true, "verified"]);
    const rows = await store.db.selectFrom("verification_sessions").select(["capture", "reference"]).execute();
    assert.deepEqual(rows, [{ capture: null, reference: null }]);
  },
);
