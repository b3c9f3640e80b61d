/**
 * install.sh and the systemd recipe of docs/deploy.md, in a clean Debian run by its own systemd. `npm run test:image`; takes minutes, and needs root.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { until } from "../../packages/platform/testing/until.ts";
import { packAll } from "../../scripts/release/release.ts";
import type { Machine } from "../../testing/deploy/debian-machine.ts";
import { bootDebian, noSystemd } from "../../testing/deploy/systemd-machine.ts";
import { documentBlocks } from "../../testing/document-blocks.ts";
import { npmConfig } from "../../testing/fresh-install.ts";
import { freePort } from "../../testing/free-port.ts";
import { createRegistry } from "../../testing/registry.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

describe("systemd", { skip: noSystemd() }, () => {
  let dir: string;
  let machine: Machine;
  let registry: ReturnType<typeof createRegistry>;
  let url: string;
  let settings: string;
  const done = async (command: string): Promise<string> => {
    const { code, output } = await machine.run(command);
    assert.equal(code, 0, `${command}\n${output}`);
    return output;
  };
  const property = async (name: string) => (await done(`systemctl show --property ${name} --value selfsame`)).trim();
  const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200;

  before(async () => {
    // Not /tmp, which may itself be in memory or an overlay.
    dir = await mkdtemp("/var/tmp/selfsame-systemd-");
    await run(process.execPath, [join(root, "packages/cli/src/selfsame.js"), "models"]);
    const systems = [`${process.platform}-${process.arch}`];
    const tarballs = await packAll({ outDir: join(dir, "packed"), systems, say: () => {} });
    registry = createRegistry(Object.values(tarballs), await npmConfig("registry")).listen(0, "127.0.0.1");
    await once(registry, "listening");
    machine = await bootDebian(dir, `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
    await cp(join(root, "deploy"), join(machine.root, "root/deploy"), { recursive: true });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    settings = `PORT=${port}\nSELFSAME_METRICS_ADDRESS=off\n`;
  });
  after(async () => {
    await machine?.stop();
    registry?.closeAllConnections();
    registry?.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Checks a service under systemd, for every way of installation. */
  async function assertRuns(): Promise<void> {
    const firstStart = await done("stat --format '%a %U' /var/lib/selfsame/first-start.txt");
    assert.equal(firstStart, "600 selfsame\n");
    const [key = assert.fail("no key")] = /ss_sk_\w+/.exec(await done("cat /var/lib/selfsame/first-start.txt")) ?? [];
    const journal = await done("journalctl --unit selfsame --no-pager");
    assert.ok(journal.length > 0 && !/ss_sk_|#\/setup\//.test(journal), journal);
    const models = await fetch(`${url}/api/v3/models`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(models.status, 200);
    const doctor = await done("selfsame doctor");
    assert.match(doctor, /^ok +verify /m);
    assert.match(doctor, /^ok +service +node \S+ at \S+ uses this database$/m);
    assert.equal(await property("NoNewPrivileges"), "yes");
    const status = await done(`cat /proc/${await property("MainPID")}/status`);
    assert.match(status, /^CapEff:\s+0+$/m);
    assert.match(status, /^Seccomp:\s+2$/m);
  }

  test("install.sh: installed, killed and restarted, run again without a change, removed", async (t) => {
    await writeFile(join(machine.root, "etc/selfsame.env"), settings);
    const startedMs = performance.now();
    await done("sh /root/deploy/install.sh");
    t.diagnostic(`installed and ready: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
    await assertRuns();
    const pid = await property("MainPID");
    await done(`kill -9 ${pid}`);
    await until(async () => (await property("MainPID")) !== pid && (await isReady()), 120);
    assert.equal(await property("NRestarts"), "1");
    assert.doesNotMatch(await done("sh /root/deploy/install.sh"), /^\+/m);
    await done("sh /root/deploy/install.sh uninstall --purge");
    assert.notEqual((await machine.run("systemctl is-active selfsame")).code, 0);
    assert.equal(await stat(join(machine.root, "var/lib/selfsame")).catch(() => undefined), undefined);
  });

  test("the recipe of docs/deploy.md: line by line, started, stopped, started at boot", async (t) => {
    const [recipe = assert.fail("no recipe")] = await documentBlocks("docs/deploy.md", "sh", "selfsame.sysusers.conf");
    const [install = "", enable = ""] = recipe.split(/(?=^systemctl )/m);
    const startedMs = performance.now();
    await done(`cd /root && set -e\n${install.trim()}`);
    await writeFile(join(machine.root, "etc/selfsame.env"), settings);
    await done(enable.trim());
    await until(isReady, 120);
    t.diagnostic(`installed and ready: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
    await assertRuns();
    assert.equal((await done("stat --format '%a %G' /etc/selfsame.env")).trim(), "640 selfsame");
    await done("systemctl stop selfsame");
    assert.deepEqual([await property("Result"), await property("ExecMainStatus")], ["success", "0"]);
    assert.equal((await done("systemctl is-enabled selfsame")).trim(), "enabled");
  });
});
