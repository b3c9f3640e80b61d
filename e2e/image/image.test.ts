/** The image as Docker builds it, run as in compose.yaml: read-only, without capabilities. `npm run test:image`; takes minutes, and needs root. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { importDebian, noDocker, startDocker } from "../../testing/deploy/docker.ts";
import { npmConfig } from "../../testing/fresh-install.ts";
import { freePort } from "../../testing/free-port.ts";
import { createRegistry } from "../../testing/registry.ts";

const root = join(import.meta.dirname, "../..");

test(
  "the image builds, serves read-only without capabilities, stops, and goes on with its data",
  { skip: noDocker() },
  async (t) => {
    // Not /tmp, which may itself be in memory or an overlay.
    const dir = await mkdtemp("/var/tmp/selfsame-image-");
    const registry = createRegistry([], await npmConfig("registry")).listen(0, "127.0.0.1");
    await once(registry, "listening");
    t.after(() => {
      registry.closeAllConnections();
      registry.close();
    });
    const daemon = await startDocker(dir);
    t.after(async () => {
      await daemon.stop();
      await rm(dir, { recursive: true, force: true });
    });
    const { docker } = daemon;
    const npm = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    await importDebian(daemon, dir, npm, "debian-with-node");

    // The first line names a frontend in an image registry, which is unavailable here.
    const dockerfile = (await readFile(join(root, "deploy/Dockerfile"), "utf8")).replace(/^# syntax=.*\n/, "");
    const startedMs = performance.now();
    const build = ["build", "--network", "host", "--build-arg", "NODE_IMAGE=debian-with-node", "-t", "selfsame"];
    await docker([...build, "-f", "-", root], dockerfile);
    t.diagnostic(`built in ${Math.round((performance.now() - startedMs) / 1000)} s`);
    const sizeOf = async (name: string) => Number((await docker(["inspect", "-f", "{{.Size}}", name])).stdout);
    const sizeMb = ((await sizeOf("selfsame")) - (await sizeOf("debian-with-node"))) / 1e6;
    t.diagnostic(`beside its base: ${sizeMb.toFixed(0)} MB`);
    assert.ok(sizeMb < 225, `${sizeMb} MB`);

    const port = await freePort();
    const locked = [
      "--read-only",
      "--tmpfs",
      "/tmp",
      "--cap-drop",
      "ALL",
      "--security-opt",
      "no-new-privileges:true",
      "--init",
    ];
    const settings = ["-e", `PORT=${port}`, "-e", "HOST=127.0.0.1", "-e", "SELFSAME_METRICS_ADDRESS=off"];
    const start = async (name: string) => {
      const sinceMs = performance.now();
      await docker([
        "run",
        "-d",
        "--name",
        name,
        "--network",
        "host",
        ...locked,
        ...settings,
        "-v",
        "data:/data",
        "selfsame",
      ]);
      await ready(
        `http://127.0.0.1:${port}`,
        async () => (await docker(["inspect", "-f", "{{.State.Running}}", name])).stdout.trim() === "true",
      );
      t.diagnostic(`${name}: ready after ${((performance.now() - sinceMs) / 1000).toFixed(1)} s`);
      const { stdout, stderr } = await docker(["logs", name]);
      return { key: /(ss_sk_\w+)\n/.exec(stdout)?.[1], log: stderr };
    };
    const stop = async (name: string) => {
      await docker(["stop", "-t", "35", name]);
      assert.equal((await docker(["inspect", "-f", "{{.State.ExitCode}}", name])).stdout.trim(), "0");
    };

    const first = await start("first");
    assert.match(first.log, /Docker and Kubernetes forbid namespaces by default/);
    const doctor = await docker(["exec", "first", "node", "/app/bin/selfsame.js", "doctor"]);
    assert.match(doctor.stdout, /^ok +verify /m);
    await stop("first");
    const second = await start("second");
    assert.equal(second.key, undefined, "a second start makes no key");
    const answer = await fetch(`http://127.0.0.1:${port}/api/v3/models`, {
      headers: { authorization: `Bearer ${first.key}` },
    });
    assert.equal(answer.status, 200, await answer.text());
    await stop("second");
  },
);

async function ready(url: string, runs: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    assert.ok(await runs(), "the container ended");
  }
}
