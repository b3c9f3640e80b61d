/**
 * Both Compose files, run by Docker Compose as docs/deploy.md and docs/upgrading.md describe. `npm run test:image`; takes minutes, and needs root.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { portrait } from "../../packages/photo/testing/photos/portraits.ts";
import { until } from "../../packages/platform/testing/until.ts";
import { type Docker, importDebian, importServers, noDocker, startDocker } from "../../testing/deploy/docker.ts";
import { documentBlocks } from "../../testing/document-blocks.ts";
import { npmConfig } from "../../testing/fresh-install.ts";
import { freePort } from "../../testing/free-port.ts";
import { makeCertificate, noNginx, overTls, type Proxy } from "../../testing/nginx.ts";
import { createRegistry } from "../../testing/registry.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

describe("Docker Compose", { skip: noDocker() || noNginx() }, () => {
  let dir: string;
  /** A clone of the repository, as a reader of the documentation has it. */
  let clone: string;
  let daemon: Docker;
  let registry: ReturnType<typeof createRegistry>;
  /** Runs lines of the documentation, with this test's override file beside each Compose file. */
  const shell = async (lines: string): Promise<string> => {
    const script = lines.replaceAll(/-f (deploy\/compose[.\w]*)\.yaml/g, "-f $1.yaml -f $1.test.yaml");
    const { stdout } = await run("sh", ["-euc", script], { cwd: clone, env: daemon.env, maxBuffer: 1e8 });
    return stdout;
  };

  before(async () => {
    dir = await mkdtemp("/var/tmp/selfsame-compose-");
    clone = join(dir, "clone");
    registry = createRegistry([], await npmConfig("registry")).listen(0, "127.0.0.1");
    await once(registry, "listening");
    daemon = await startDocker(dir);
    await importDebian(
      daemon,
      dir,
      `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
      "debian-with-node",
    );
    await importServers(daemon);
    await copyRepository(clone);
    // The first line names a frontend in an image registry, which is unavailable here.
    const dockerfile = join(clone, "deploy/Dockerfile");
    await writeFile(dockerfile, (await readFile(dockerfile, "utf8")).replace(/^# syntax=.*\n/, ""));
    // Another label makes another image, which stands for a new version.
    await writeFile(
      join(dir, "bin/git"),
      `#!/bin/sh\nsed -i 's/${versionLabel}: .*/${versionLabel}: "2"/' deploy/*.test.yaml\n`,
      {
        mode: 0o755,
      },
    );
  });
  after(async () => {
    await daemon?.stop();
    registry?.closeAllConnections();
    registry?.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Overrides for a file of deploy/: the base image, the package registry, and free ports. */
  const changed = async (file: string, nodes: readonly string[], ports: Readonly<Record<string, string>>) => {
    const build = {
      network: "host",
      args: { NODE_IMAGE: "debian-with-node" },
      labels: { [versionLabel]: "1" },
    };
    const services = Object.fromEntries(
      [...nodes, ...Object.keys(ports)].map((name) => [
        name,
        { ...(nodes.includes(name) && { build }), ...(ports[name] && { ports: [ports[name]] }) },
      ]),
    );
    const text = stringify({ services }, { aliasDuplicateObjects: false }).replaceAll("ports:", "ports: !override");
    await writeFile(join(clone, `deploy/${file}.test.yaml`), text);
  };
  const versionOf = async (compose: string, service: string) => {
    const id = (await shell(`${compose} ps --quiet ${service}`)).trim();
    return (await daemon.docker(["inspect", "-f", `{{index .Config.Labels "${versionLabel}"}}`, id])).stdout.trim();
  };
  const inNode = (compose: string, service: string, command: string) =>
    shell(`${compose} exec ${service} node /app/bin/selfsame.js ${command}`);
  const keyOf = async (compose: string) =>
    /ss_sk_\w+/.exec(await shell(`${compose} logs`))?.[0] ?? assert.fail("no key");

  /** Logs the containers' output if the test failed, and removes their network, which would otherwise remain on this machine. */
  const endOf = async (t: TestContext, compose: string) => {
    // Node's types lack `passed`.
    if (!(t as TestContext & { readonly passed: boolean }).passed)
      t.diagnostic(await shell(`${compose} logs --tail 60 2>&1`).catch(String));
    await shell(`${compose} down --volumes`);
  };

  test("one node: up, upgraded after a backup, and back again, as documented", async (t) => {
    const compose = "docker compose -f deploy/compose.yaml";
    t.after(() => endOf(t, compose));
    const port = await freePort();
    await changed("compose", ["selfsame"], { selfsame: `127.0.0.1:${port}:3000` });
    const startedMs = performance.now();
    await shell(`${compose} up --build --detach --wait`);
    t.diagnostic(`built and up: ${seconds(startedMs)}`);
    const headers = { authorization: `Bearer ${await keyOf(compose)}` };
    const verify = async (): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v3/verify`, {
        method: "POST",
        headers,
        body: await photos(),
      });
      return ((await answer.json()) as { data: { decision: string } }).data.decision;
    };
    assert.equal(await verify(), "accept");

    const [upgrade = ""] = await documentBlocks("docs/guides/upgrade.md", "sh", compose);
    const [back = ""] = await documentBlocks("docs/guides/upgrade.md", "sh", "selfsame:before selfsame");
    await shell(upgrade);
    assert.equal(await versionOf(compose, "selfsame"), "2");
    assert.equal(await verify(), "accept", "the key is that of before");
    assert.ok((await stat(join(clone, "before.db"))).size > 0);
    await inNode(compose, "selfsame", "keys create Later");
    await shell(`compose="${compose}"\n${back}`);
    assert.equal(await versionOf(compose, "selfsame"), "1");
    assert.equal(await verify(), "accept");
    assert.doesNotMatch(await inNode(compose, "selfsame", "keys list"), /Later/);
  });

  test("two nodes: one killed and made anew, and both upgraded, under load: nothing fails but what is documented", async (t) => {
    const compose = "docker compose -f deploy/compose.cluster.yaml";
    t.after(() => endOf(t, compose));
    const port = await freePort();
    await changed("compose.cluster", ["node-1", "node-2"], { nginx: `127.0.0.1:${port}:8443` });
    await mkdir(join(clone, "deploy/nginx/tls"));
    makeCertificate(join(clone, "deploy/nginx/tls"));
    const settings = {
      POSTGRES_PASSWORD: randomBytes(24).toString("hex"),
      SELFSAME_SECRET_KEY: randomBytes(48).toString("base64"),
      SELFSAME_PUBLIC_URL: "https://faces.example.com",
    };
    await writeFile(
      join(clone, "deploy/.env"),
      Object.entries(settings)
        .map((pair) => `${pair.join("=")}\n`)
        .join(""),
    );
    const startedMs = performance.now();
    await shell(`${compose} up --build --detach --wait`);
    t.diagnostic(`built and up: ${seconds(startedMs)}`);
    const testKey = /ss_\w+/.exec(await inNode(compose, "node-1", "keys create Load --kind test"))?.[0] ?? "";
    // At nginx's own address: for published ports this Docker uses its proxy instead of an iptables rule.
    const nginx = (await shell(`${compose} ps --quiet nginx`)).trim();
    const address = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
    const proxy = overTls(8443, (await daemon.docker(["inspect", "-f", address, nginx])).stdout.trim());
    const load = startLoad(proxy, { live: await keyOf(compose), test: testKey });
    t.after(async () => {
      await load.end().catch(() => {});
      proxy.close();
    });
    /** Requests that a node has answered since its start, from its own metrics: nginx does not report which node answered. */
    const answered = async (address: string): Promise<number> => {
      const text = await (await fetch(`http://${address}:9464/metrics`)).text();
      const counts = text.matchAll(/^selfsame_requests_total\{.*route="[^"]*verify".*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const serves = (address: string) => until(async () => (await answered(address).catch(() => 0)) > 5, 120);
    const [first, second] = ["172.30.0.11", "172.30.0.12"];
    await Promise.all([serves(first), serves(second)]);

    await shell(`${compose} kill node-1`);
    await load.more(20);
    await shell(`${compose} rm --force node-1\n${compose} up --detach --no-deps --wait node-1`);
    await serves(first);
    t.diagnostic("node-1 was killed and made anew, and nginx found it again");

    const [upgrade = ""] = await documentBlocks("docs/guides/upgrade.md", "sh", "pg_dump --username selfsame");
    await shell(upgrade);
    await Promise.all([serves(first), serves(second)]);
    for (const node of ["node-1", "node-2"]) assert.equal(await versionOf(compose, node), "2");
    const restorable = await shell(`${compose} exec -T postgres pg_restore --list < before.dump`);
    assert.match(restorable, /TABLE DATA public verification_sessions/);

    const { verified, sessions, again } = await load.end();
    t.diagnostic(`${verified} verified, ${sessions} sessions; retried: ${JSON.stringify(again)}`);
    const count = `psql --username selfsame --tuples-only --command 'SELECT count(*) FROM verification_sessions'`;
    assert.equal(Number(await shell(`${compose} exec -T postgres ${count}`)), sessions, "none twice, none lost");
  });
});

/** Copies the files that Git tracks, and untracked files that it does not ignore. */
async function copyRepository(to: string): Promise<void> {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await run("git", list, { cwd: root, maxBuffer: 1e8 });
  for (const path of stdout.split("\0").filter((one) => one !== "" && existsSync(join(root, one)))) {
    await mkdir(join(to, dirname(path)), { recursive: true });
    await copyFile(join(root, path), join(to, path));
  }
}

const versionLabel = "test.version";
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(0)} s`;

async function photos(): Promise<FormData> {
  const form = new FormData();
  for (const [name, of] of [
    ["reference", "amal"],
    ["selfie", "amal-selfie"],
  ] as const)
    form.append(name, new Blob([new Uint8Array(await portrait(of))]), "photo");
  return form;
}

interface Loaded {
  readonly verified: number;
  readonly sessions: number;
  /** Repeated requests to create a session, counted by reason. */
  readonly again: Readonly<Record<string, number>>;
}

interface Load {
  /** Resolves when that many more photos were verified. */
  more(count: number): Promise<void>;
  /** Rejects if an unexpected failure occurred. */
  end(): Promise<Loaded>;
}

/**
 * Starts callers that verify, and one that creates sessions. A verify never fails, because nginx sends it to the other node. A session is created
 * exactly once even if a node dies: a caller that receives a 502, or an answer that the first request's result is unknown, repeats it with its
 * Idempotency-Key.
 */
function startLoad({ ask }: Pick<Proxy, "ask">, keys: { readonly live: string; readonly test: string }): Load {
  const going = { on: true };
  const again: Record<string, number> = {};
  let verified = 0;
  let sessions = 0;
  const verifier = async () => {
    const encoded = new Response(await photos());
    const headers = { authorization: `Bearer ${keys.live}`, "content-type": encoded.headers.get("content-type") ?? "" };
    const body = new Uint8Array(await encoded.arrayBuffer());
    while (going.on) {
      const { status, body: answer } = await ask("/api/v3/verify", { method: "POST", headers, body });
      if (status === 503 && answer.error?.code === "engine_busy")
        again["engine_busy"] = (again["engine_busy"] ?? 0) + 1;
      else {
        assert.equal(status, 200, JSON.stringify(answer));
        assert.equal(answer.data.decision, "accept");
        verified++;
      }
      await pause(200);
    }
  };
  const creation = async () => {
    const headers = {
      authorization: `Bearer ${keys.test}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    };
    // An idempotency key held by a node that died is released after two minutes.
    const endsMs = performance.now() + 240_000;
    const body = Buffer.from(JSON.stringify({ simulate: "verified" }));
    for (;;) {
      if (performance.now() > endsMs) throw new Error("a session was not created within four minutes");
      const { status, body: answer } = await ask("/api/v3/sessions", { method: "POST", headers, body });
      if (status === 201) return void sessions++;
      const why = status === 502 ? "502" : answer.error?.code;
      assert.ok(["502", "idempotency_in_progress"].includes(why), `${status} ${JSON.stringify(answer)}`);
      again[why] = (again[why] ?? 0) + 1;
      await pause(500);
    }
  };
  const creator = async () => {
    const created: Promise<void>[] = [];
    while (going.on) {
      const one = creation();
      one.catch(() => (going.on = false));
      created.push(one);
      await pause(300);
    }
    await Promise.all(created);
  };
  const callers = Promise.all([verifier(), verifier(), creator()]).finally(() => (going.on = false));
  // The failure is reported where the callers are awaited.
  callers.catch(() => {});
  const more = async (count: number) => {
    const wanted = verified + count;
    await Promise.race([callers, until(() => verified >= wanted, 120)]);
  };
  const end = async () => {
    going.on = false;
    await callers;
    return { verified, sessions, again };
  };
  return { more, end };
}
