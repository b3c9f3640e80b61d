/** Runs the Dockerfile's steps in folders, and starts the service from the result with its ENTRYPOINT: `npm run test:install`. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { chmod, chown, mkdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { bareConfig, noPostgres, noRedis, redisUrl } from "../../packages/platform/testing/store/each-store.ts";
import { type Image, runDockerfile, sizeBytes } from "../../scripts/deploy/run-dockerfile.ts";
import { type ChartValues, chart } from "../../testing/deploy/chart.ts";
import { noPods, startPod } from "../../testing/deploy/pod.ts";
import { freePort } from "../../testing/free-port.ts";
import { printed } from "../../testing/fresh-install.ts";

const folder = mkdtempSync(join(tmpdir(), "selfsame-image-"));
after(() => rm(folder, { recursive: true, force: true }));
let image: Image;

test("the image's steps work, and what they make starts, serves and stops without writing to itself", async (t) => {
  await chmod(folder, 0o755);
  image = runDockerfile({ folder, args: {}, say: (line) => t.diagnostic(line) });
  const sizeMb = sizeBytes(image.folder) / 2 ** 20;
  t.diagnostic(`beside the base image: ${sizeMb.toFixed(0)} MB`);
  // With node:24-bookworm-slim, about 225 MB, the total is below 450 MB.
  assert.ok(sizeMb < 225);

  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  const user = process.getuid?.() === 0 ? { uid: 10001, gid: 10001 } : {};
  if (user.uid !== undefined) await chown(dataDir, user.uid, user.gid);
  const inside = (path: string) => (path.startsWith("/") ? join(image.folder, path) : path);
  const [, ...args] = image.command.map(inside);
  const settings = { HOST: "127.0.0.1", PORT: "0", SELFSAME_DATA_DIR: dataDir, SELFSAME_MODELS_DIR: inside("/models") };
  const service = spawn(process.execPath, args, {
    ...user,
    env: { ...image.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(service, "close");
  t.after(async () => {
    service.kill("SIGKILL");
    await ended;
  });
  const problems = text(service.stderr);
  const output = await printed(service, /#\/setup\/\S+\n/).catch(async () => assert.fail(await problems));
  const [, url = ""] = /URL:\n(http:\S+)/.exec(output) ?? [];
  for (const path of ["/health/ready", "/", "/camera-v3.js", "/docs/guide/deploy"]) {
    assert.equal((await fetch(url + path)).status, 200, path);
  }
  service.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});

describe("the chart's pod, with the image", { skip: noPods || noPostgres || noRedis }, () => {
  const render = async (databaseUrl: string | undefined, change: (values: ChartValues) => void = () => {}) => {
    const metrics = await freePort();
    return chart((values) => {
      Object.assign(values["secrets"] ?? {}, { databaseUrl, redisUrl });
      Object.assign(values["prometheus"] ?? {}, { port: metrics });
      change(values);
    });
  };

  test("starts with the volumes of a kubelet, is upgraded without a failed request, and drains in its time", async (t) => {
    const { databaseUrl } = await bareConfig(t, "postgres");
    const key = "k".repeat(40);
    const first = startPod(t, {
      image,
      port: await freePort(),
      resources: await render(databaseUrl, (values) => (values["settings"] = { SELFSAME_API_KEY: key })),
    });
    await first.started();
    assert.deepEqual([await first.isReady(), await first.isLive()], [true, true]);
    const made = await stat(join(first.volume("data"), "selfsame"));
    assert.deepEqual([made.mode & 0o777, made.uid], [0o700, 10001]);

    // A rolling update with maxSurge 1 and maxUnavailable 0.
    const next = startPod(t, { image, port: await freePort(), resources: await render(databaseUrl) });
    await next.started();
    const stopped = first.stop();
    const statuses: number[] = [];
    let isReady = true;
    const models = async (pod: { readonly url: string }) =>
      (await fetch(`${pod.url}/api/v3/models`, { headers: { authorization: `Bearer ${key}` } })).status;
    // Proxies send requests until two checks have reported that the pod is not ready.
    for (let seen = 0; seen < 2; await pause(250)) {
      statuses.push(await models(first));
      isReady = await first.isReady();
      if (!isReady) seen++;
    }
    const { code, seconds } = await stopped;
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.equal(code, 0);
    t.diagnostic(`stopped after ${seconds.toFixed(1)} s`);
    assert.ok(seconds < 50, "the grace period, after which a kubelet kills it");
    assert.equal(await models(next), 200, "the key of before");
  });

  test("starts as a user whom the cluster chose, in group 0, without an entry in passwd", async (t) => {
    const { databaseUrl } = await bareConfig(t, "postgres");
    const resources = await render(databaseUrl, (values) => {
      // As Helm applies `null` in values.
      values["podSecurityContext"] = { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } };
    });
    const given = { uid: 1_000_730_000, fsGroup: 1_000_730_000 };
    const pod = startPod(t, { image, port: await freePort(), resources, given });
    await pod.started();
    assert.equal((await stat(join(pod.volume("data"), "selfsame"))).uid, given.uid);
    assert.equal((await pod.stop()).code, 0);
    for (const path of ["data", "models"]) {
      const { gid, mode } = await stat(join(image.folder, path));
      assert.deepEqual([gid, mode & 0o020], [0, 0o020], `${path} without a volume`);
    }
  });
});
