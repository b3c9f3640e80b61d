/**
 * Three nodes behind nginx as deploy/ configures them, with one PostgreSQL and one Redis: limits are exact, and nodes stop and start without errors.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { bareConfig, noPostgres, noRedis, redisUrl, tempDir } from "../packages/platform/testing/store/each-store.ts";
import type { Step } from "@selfsame/face/assess/gestures";
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import { neutralFrame, pictureOf, stepFrame } from "../packages/server/testing/challenge/perform.ts";
import { burstOf } from "../packages/server/testing/challenge/burst-of.ts";
import { setTurn } from "../packages/server/testing/challenge/set-steps.ts";
import { openStore, type Store } from "../packages/platform/src/store/store.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { type Parts, formOf } from "../packages/server/testing/sessions/sessions.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { until } from "../packages/platform/testing/until.ts";
import { freePort } from "../testing/free-port.ts";
import { type Asked, type Proxy, noNginx, startNginx } from "../testing/nginx.ts";
import { type RunningServer, startServer, testKey } from "../testing/server.ts";

const command = join(import.meta.dirname, "../packages/cli/src/selfsame.js");
const origin = "https://shop.example";
const perMinute = 25;
const plans = { small: { requestsPerMinute: perMinute, requestsPerMonth: null, concurrentRequests: null } };

interface Cluster {
  readonly proxy: Proxy;
  readonly nodes: RunningServer[];
  readonly startNode: (index: number) => Promise<RunningServer>;
  /** Runs a `selfsame` command on their database. */
  readonly selfsame: (...args: readonly string[]) => Promise<string>;
  readonly store: Store;
}

async function startCluster(t: TestContext): Promise<Cluster> {
  const { databaseUrl = "", dataDir } = await bareConfig(t, "postgres");
  const settings = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SELFSAME_WORKERS: "1",
    SELFSAME_TRUSTED_PROXIES: "127.0.0.1",
    SELFSAME_SECRET_KEY: "the-same-for-all-of-these-three-nodes",
    SELFSAME_PLANS: JSON.stringify(plans),
  };
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const startNode = (index: number) => startServer({ ...settings, PORT: String(ports[index]) });
  // The first node creates the tables and the key; the others start afterwards.
  const nodes = [await startNode(0)];
  t.after(() => Promise.all(nodes.map((node) => node.stop())));
  nodes.push(...(await Promise.all([startNode(1), startNode(2)])));
  const proxy = await startNginx(await tempDir(t), ports);
  t.after(() => proxy.stop());
  const selfsame = async (...args: readonly string[]) => {
    const env = { ...process.env, ...settings, SELFSAME_DATA_DIR: dataDir };
    return (await promisify(execFile)(process.execPath, [command, ...args], { env })).stdout;
  };
  await until(() =>
    proxy.ask("/openapi.json").then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  const store = await openStore({ dataDir, databaseUrl });
  t.after(() => store.close());
  return { proxy, nodes, startNode, selfsame, store };
}

interface Load {
  /** Status of each request. */
  readonly statuses: number[];
  /** Resolves when that many more were answered. */
  more(count: number): Promise<void>;
  /** Ends the load. Rejects if a request got no complete answer. */
  end(): Promise<void>;
}

/**
 * A few callers that send requests one after another while more are wanted, and otherwise pause: starting nodes also need the processor. A caller
 * repeats a request that was rejected for lack of capacity, so that is no failure.
 */
async function startLoad({ proxy }: Cluster, photo: Uint8Array): Promise<Load> {
  const statuses: number[] = [];
  const going = { on: true };
  let wanted = 0;
  const form = new FormData();
  form.append("photo", new Blob([new Uint8Array(photo)]), "photo.jpg");
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  const body = new Uint8Array(await encoded.arrayBuffer());
  const headers = { authorization: `Bearer ${testKey}`, "content-type": type };
  const noRoom = ({ status, body }: Asked) => status === 503 && body.error?.code === "engine_busy";
  const caller = async () => {
    while (going.on) {
      const answer = await proxy.ask("/api/v3/analyze", { method: "POST", headers, body });
      if (!noRoom(answer)) statuses.push(answer.status);
      if (statuses.length >= wanted) await pause(500);
    }
  };
  const callers = Promise.all([caller(), caller(), caller()]);
  const more = async (count: number) => {
    wanted = statuses.length + count;
    await Promise.race([callers, until(() => statuses.length >= wanted)]);
  };
  const end = async () => {
    going.on = false;
    await callers;
  };
  return { statuses, more, end };
}

/** Data of a successful answer. */
// oxlint-disable-next-line typescript/no-explicit-any
async function dataOf(response: Response): Promise<any> {
  const answer = (await response.json()) as { success: boolean; data: unknown };
  assert.ok(answer.success, JSON.stringify(answer));
  return answer.data;
}

/** Performs the steps of a challenge. Frames differ each time, because no frame is accepted twice. */
async function performer(t: TestContext) {
  const engine = await createEngine({ models: await testModels(), workers: 1 });
  t.after(() => engine.stop());
  const picture = await pictureOf("ada", engine);
  let moment = -9;
  return async (steps: readonly Step[]) => {
    moment += 3;
    const frames = await Promise.all(steps.map((step) => stepFrame(picture, step, moment)));
    return { selfie: await neutralFrame(picture, moment), frames };
  };
}

test("three nodes behind nginx", { skip: noPostgres || noRedis || noNginx() }, async (t) => {
  const cluster = await startCluster(t);
  const { proxy, nodes, startNode, selfsame, store } = cluster;
  const photo = await portrait("amal-selfie");

  await t.test("let through exactly a plan's requests, together", async () => {
    // The first account is the owner's, whose plan has no limits.
    await selfsame("accounts", "create", "owner@example.com");
    await selfsame("accounts", "create", "small@example.com", "--plan", "small");
    const made = await selfsame("keys", "create", "k", "--account", "small@example.com");
    const headers = { authorization: `Bearer ${/Key: (\S+)/.exec(made)?.[1]}` };
    // A node that could not reach Redis in time counts alone until it can.
    const shares = async ({ url }: RunningServer) => {
      const { checks } = (await (await fetch(`${url}/health/ready`)).json()) as { checks: { redis: string } };
      return checks.redis === "shared";
    };
    for (const node of nodes) await until(() => shares(node));
    // Without a photo: rejected, but counted. Sent one after another, from node to node; accounts/limits/nodes.test.ts sends all concurrently.
    const statuses: number[] = [];
    for (let i = 0; i < perMinute + 10; i++) {
      statuses.push((await proxy.ask("/api/v3/analyze", { method: "POST", headers })).status);
    }
    assert.deepEqual(statuses, [...Array(perMinute).fill(415), ...Array(10).fill(429)]);
  });

  await t.test("judge each other's challenges, and go on with each other's sessions", async (t) => {
    const perform = await performer(t);
    const made = await selfsame("keys", "create", "page", "--public", "--origin", origin);
    const asPage = { authorization: `Bearer ${/Key: (\S+)/.exec(made)?.[1]}`, origin };
    const asBackend = { authorization: `Bearer ${testKey}` };
    const [one, other, third] = nodes.map(({ url }) => `${url}/api/v3`);
    const post = async (url: string, headers: Record<string, string>, parts: Parts = {}) =>
      dataOf(await fetch(url, { method: "POST", headers, body: formOf(parts) }));

    const asked = async (url: string, headers: Record<string, string>, json: object) => {
      const type = { "content-type": "application/json" };
      return dataOf(await fetch(url, { method: "POST", headers: { ...headers, ...type }, body: JSON.stringify(json) }));
    };
    const steps: readonly Step[] = ["turn_left", "blink", "move_closer"];

    /** Sends each frame to another node than the previous one. */
    const play = async (
      id: string,
      frames: readonly Buffer[],
      send: (node: string, parts: { readonly frame: Buffer; readonly captured_after_ms: string }) => Promise<unknown>,
    ) => {
      for (const [i, frame] of frames.entries()) {
        await setTurn(store, id, i + 1, steps[i] as Step);
        // The service draws the earliest time for a frame: at most 1.5 seconds.
        await pause(1600);
        await send((i % 2 === 0 ? other : third) as string, { frame, captured_after_ms: "1550" });
      }
    };
    const drawn = await asked(`${one}/challenges`, asPage, { mode: "stepwise" });
    const { selfie, frames } = await perform(steps);
    await play(drawn.id, frames, (node, parts) => post(`${node}/challenges/${drawn.id}/steps`, asPage, parts));
    const { challenge_token } = await post(`${other}/challenges/${drawn.id}/complete`, asPage, { selfie });
    const verified = await post(`${third}/verify`, asBackend, { reference: selfie, selfie, challenge_token });
    assert.deepEqual([verified.challenge, verified.decision], ["passed", "accept"]);

    await asked(`${one}/branding`, asBackend, { name: "Shop", privacy_url: "https://shop.example/privacy" });
    const created = await post(`${one}/sessions`, asBackend, { external_id: "customer-1" });
    const secret = created.url.split("#")[1];
    const asPerson = { authorization: `Bearer ${secret}`, "selfsame-device": "nodesnodesnodesnodes12" };
    const { challenge } = await asked(`${other}/session/start`, asPerson, { consent_version: "2026-11" });
    const { id: challenge_id } = challenge;
    const again = await perform(steps);
    await play(challenge_id, again.frames, async (node, parts) => {
      const burst = await burstOf(again.selfie, parts.frame, 1550);
      return post(`${node}/session/steps`, asPerson, { ...parts, ...burst, challenge_id });
    });
    const attempt = { selfie: again.selfie, challenge_id };
    assert.equal((await post(`${third}/session/complete`, asPerson, attempt)).outcome, "done");
    const ended = await dataOf(await fetch(`${one}/sessions/${created.id}`, { headers: asBackend }));
    assert.deepEqual([ended.external_id, ended.status, ended.result.challenge], ["customer-1", "verified", "passed"]);
  });

  await t.test("one is killed under load, and no caller notices", async (t) => {
    const load = await startLoad(cluster, photo);
    await load.more(6);
    process.kill(nodes[0]?.pid ?? assert.fail(), "SIGKILL");
    await load.more(12);
    nodes[0] = await startNode(0);
    await load.more(6);
    await load.end();
    t.diagnostic(`${load.statuses.length} requests`);
    assert.deepEqual(new Set(load.statuses), new Set([200]));
  });

  await t.test("each is restarted in turn under load, and no caller notices", async (t) => {
    const load = await startLoad(cluster, photo);
    for (const index of nodes.keys()) {
      await load.more(4);
      assert.equal(await nodes[index]?.stop(), 0);
      await load.more(4);
      nodes[index] = await startNode(index);
    }
    await load.more(4);
    await load.end();
    t.diagnostic(`${load.statuses.length} requests`);
    assert.deepEqual(new Set(load.statuses), new Set([200]));
  });
});
