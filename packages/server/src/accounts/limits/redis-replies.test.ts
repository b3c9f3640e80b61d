import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeCertificate } from "../../../../../testing/nginx.ts";
import { freePort } from "../../../../../testing/free-port.ts";
import { createAccess } from "../../create-access.ts";
import { readConfig } from "../../config.ts";
import { checkRedis } from "@selfsame/cli/doctor/redis";
import type { Log } from "@selfsame/platform/store/log";
import { openRedis, type RedisPlace } from "@selfsame/platform/store/redis";
import { freshStore, noRedis, tempDir } from "@selfsame/platform/testing/store/each-store";
import { startOwnRedis, startSentinel } from "@selfsame/platform/testing/store/own-redis";
import { until } from "@selfsame/platform/testing/until";
import { createCounters } from "./counters.ts";

/** A node's connection, its health and its log. */
async function joinRedis(t: TestContext, place: RedisPlace) {
  const said: string[] = [];
  const at = (level: string) => (detail: object, text: string) =>
    void said.push(`${level} ${text} ${JSON.stringify(detail)}`);
  const log: Log = { info: at("info"), warn: at("warn"), error: at("error") };
  const redis = openRedis(place, log, 0);
  t.after(() => redis.disconnect());
  const store = await freshStore(t, "sqlite");
  const access = createAccess({ store, redis });
  t.after(() => access.stop());
  const limits = async (is: "shared" | "local") => until(async () => (await access.health()).limits === is);
  return { redis, said, limits, counters: createCounters("selfsame:test", redis) };
}

const doctor = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const result = readConfig(env, "linux", "/home/u");
  assert.ok(result.outcome === "valid");
  const { state, says } = await checkRedis(result.config);
  return `${state} ${says}`;
};

test("a Redis that becomes a replica is gone, and back once it takes writes", { skip: noRedis }, async (t) => {
  const [one, other] = await Promise.all([startOwnRedis(t), startOwnRedis(t)]);
  const node = await joinRedis(t, one);
  await node.limits("shared");
  await one.ask("REPLICAOF", "127.0.0.1", String(other.port));
  await node.limits("local");
  assert.match(await doctor({ REDIS_URL: one.url }), /^problem .*is a replica and takes no writes/);
  await one.ask("REPLICAOF", "NO", "ONE");
  await node.limits("shared");
  assert.match(
    node.said[0] ?? "",
    /^warn Redis is gone: limits are counted on this node alone .*(READONLY|MASTERDOWN|LOADING)/,
  );
  await until(() => node.said.at(-1)?.startsWith("info Redis is back") ?? false);
  assert.match(await doctor({ REDIS_URL: one.url }), /^ok Redis \S+, takes writes/);
});

test("a count that a replica rejects is noticed at once, not by the next probe", { skip: noRedis }, async (t) => {
  const [one, other] = await Promise.all([startOwnRedis(t), startOwnRedis(t)]);
  const node = await joinRedis(t, one);
  await node.limits("shared");
  await node.counters.add("a", 1, 60);
  await one.ask("REPLICAOF", "127.0.0.1", String(other.port));
  assert.equal((await node.counters.add("a", 1, 60)).value, 1, "counted on this node");
  assert.equal(node.redis.isShared, false);
});

test("a node of a cluster shares no limits, and that is said", { skip: noRedis }, async (t) => {
  const cluster = await startOwnRedis(t, ["--cluster-enabled", "yes"]);
  const node = await joinRedis(t, cluster);
  await node.limits("local");
  await until(() => node.said.length > 0);
  assert.match(node.said[0] ?? "", /CLUSTERDOWN/);
  assert.match(
    await doctor({ REDIS_URL: cluster.url }),
    /^problem .*a node of a Redis Cluster, which is not supported/,
  );
});

test(
  "with sentinels, limits are shared again once a replica has become the primary, and what was counted counts",
  { skip: noRedis },
  async (t) => {
    const primary = await startOwnRedis(t);
    const replica = await startOwnRedis(t, ["--replicaof", "127.0.0.1", String(primary.port)]);
    const sentinel = await startSentinel(t, primary);
    const env = { REDIS_URL: "redis://faces", SELFSAME_REDIS_SENTINELS: sentinel };
    const node = await joinRedis(t, { url: env.REDIS_URL, sentinels: [sentinel] });
    await node.limits("shared");
    await until(async () => String(await replica.ask("INFO", "replication")).includes("master_link_status:up"));
    // The sentinel discovers the replica from the primary, which it polls every ten seconds.
    await until(() => ask(sentinel, "SENTINEL", "REPLICAS", "faces").includes(String(replica.port)));
    assert.equal((await node.counters.add("a", 5, 600)).value, 5);
    await until(async () => String(await replica.ask("GET", "selfsame:test:a")) === "5");
    await primary.stop();
    await node.limits("local");
    await node.limits("shared");
    assert.equal((await node.counters.add("a", 1, 600)).value, 6);
    assert.match(await doctor(env), /^ok/);
    assert.match(await doctor({ ...env, REDIS_URL: "redis://others" }), /^problem .*not known to any of the sentinels/);
  },
);

const ask = (place: string, ...command: string[]) => {
  const [host = "", port = ""] = place.split(":");
  return execFileSync("redis-cli", ["-h", host, "-p", port, ...command], { encoding: "utf8" });
};

const help = spawnSync("redis-cli", ["--help"], { encoding: "utf8" });
const noTls = `${help.stdout}${help.stderr}`.includes("--tls") ? false : "this Redis has no TLS";

test("TLS with an authority of one's own", { skip: noRedis || noTls }, async (t) => {
  const dir = await tempDir(t);
  makeCertificate(dir, "localhost");
  const port = await freePort();
  const [cert, key] = [join(dir, "cert.pem"), join(dir, "key.pem")];
  await startOwnRedis(t, [
    "--tls-port",
    String(port),
    "--tls-cert-file",
    cert,
    "--tls-key-file",
    key,
    "--tls-auth-clients",
    "no",
    "--tls-ca-cert-file",
    cert,
  ]);
  const url = `rediss://localhost:${port}`;
  const node = await joinRedis(t, { url, caFile: cert });
  await node.limits("shared");
  const stranger = await joinRedis(t, { url });
  await until(() => stranger.said.length > 0);
  assert.match(stranger.said[0] ?? "", /SELF_SIGNED/);
  assert.match(await doctor({ REDIS_URL: url }), /^problem .*SELFSAME_REDIS_CA/);
  assert.match(await doctor({ REDIS_URL: url, SELFSAME_REDIS_CA: cert }), /^ok/);
});
