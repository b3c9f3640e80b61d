/** Three nodes behind nginx, as deploy/ sets them up: one PostgreSQL, one Redis, limits that hold, and nodes that come and go unnoticed. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import {
  freshConfig,
  noPostgres,
  noRedis,
  redisUrl,
  tempDir,
} from "../packages/server/src/testing/store/each-store.ts";
import { portrait } from "../packages/server/src/testing/photos/portraits.ts";
import { until } from "../packages/server/src/testing/until.ts";
import { freePort } from "../testing/free-port.ts";
import { type Asked, type Proxy, noNginx, startNginx } from "../testing/nginx.ts";
import { type RunningServer, startServer, testKey } from "../testing/server.ts";

const command = join(import.meta.dirname, "../packages/server/src/cli/selfsame.ts");
const origin = "https://shop.example";
const perMinute = 25;
const plans = { small: { requestsPerMinute: perMinute, requestsPerMonth: null, concurrentRequests: null } };

interface Cluster {
  readonly proxy: Proxy;
  readonly nodes: RunningServer[];
  readonly startNode: (index: number) => Promise<RunningServer>;
  /** Runs a command of `selfsame` on their database. */
  readonly selfsame: (...args: readonly string[]) => Promise<string>;
}

async function startCluster(t: TestContext): Promise<Cluster> {
  const { databaseUrl = "", dataDir } = await freshConfig(t, "postgres");
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
  // The first makes the tables and the key, the others come to them.
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
  return { proxy, nodes, startNode, selfsame };
}

interface Load {
  /** What came back, of each request. */
  readonly statuses: number[];
  /** Resolves when that many more were answered. */
  more(count: number): Promise<void>;
  /** Ends it. Rejects where one of the requests got no whole answer. */
  end(): Promise<void>;
}

/** A few callers who ask one thing after the other. Who is told that there is no room comes back, as callers do: that is no failure. */
async function startLoad({ proxy }: Cluster, photo: Uint8Array): Promise<Load> {
  const statuses: number[] = [];
  const going = { on: true };
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
    }
  };
  const callers = Promise.all([caller(), caller(), caller()]);
  const more = async (count: number) => {
    const wanted = statuses.length + count;
    await Promise.race([callers, until(() => statuses.length >= wanted)]);
  };
  const end = async () => {
    going.on = false;
    await callers;
  };
  return { statuses, more, end };
}

test("three nodes behind nginx", { skip: noPostgres || noRedis || noNginx() }, async (t) => {
  const cluster = await startCluster(t);
  const { proxy, nodes, startNode, selfsame } = cluster;
  const photo = await portrait("amal-selfie");

  await t.test("let through exactly a plan's requests, together", async () => {
    // The first is the owner's, whose plan has no limits.
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
    // Without a photo: refused, and counted all the same. One after the other, from node to node; access/nodes.test.ts asks all at once.
    const statuses: number[] = [];
    for (let i = 0; i < perMinute + 10; i++) {
      statuses.push((await proxy.ask("/api/v3/analyze", { method: "POST", headers })).status);
    }
    assert.deepEqual(statuses, [...Array(perMinute).fill(415), ...Array(10).fill(429)]);
  });

  await t.test("know each other's challenges, sessions and keys", async () => {
    const made = await selfsame("keys", "create", "page", "--public", "--origin", origin);
    const asPage = { authorization: `Bearer ${/Key: (\S+)/.exec(made)?.[1]}`, origin };
    const [one, other] = nodes.map(({ url }) => url);
    const started = await fetch(`${one}/api/v3/challenges`, { method: "POST", headers: asPage });
    const { data } = (await started.json()) as { data: { id: string } };
    // Without any of the movements it is no pass; but it is known, which it is on the node that began it alone otherwise.
    const complete = async (url: string | undefined, id: string) => {
      const form = new FormData();
      for (const name of ["selfie", "frame_1", "frame_2", "frame_3"])
        form.append(name, new Blob([new Uint8Array(photo)]), "f.jpg");
      const response = await fetch(`${url}/api/v3/challenges/${id}/complete`, {
        method: "POST",
        headers: asPage,
        body: form,
      });
      return ((await response.json()) as { error: { code: string } }).error.code;
    };
    assert.equal(await complete(other, data.id), "challenge_failed");
    assert.equal(await complete(other, `${data.id.slice(0, -1)}~`), "challenge_not_found");

    const asBackend = { authorization: `Bearer ${testKey}` };
    const body = new FormData();
    body.append("external_id", "customer-1");
    const created = await fetch(`${one}/api/v3/sessions`, { method: "POST", headers: asBackend, body });
    const session = ((await created.json()) as { data: { id: string } }).data;
    const seen = await fetch(`${other}/api/v3/sessions/${session.id}`, { headers: asBackend });
    assert.equal(((await seen.json()) as { data: { external_id: string } }).data.external_id, "customer-1");
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
