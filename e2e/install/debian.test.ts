/** deploy/install.sh in a clean Debian: install, reinstall, upgrade, roll back, remove. `npm run test:install`. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { packAll } from "../../scripts/release/release.ts";
import { type Machine, noDebian, startDebian } from "../../testing/deploy/debian-machine.ts";
import { npmConfig } from "../../testing/fresh-install.ts";
import { freePort } from "../../testing/free-port.ts";
import { createRegistry } from "../../testing/registry.ts";

const run = promisify(execFile);
const deploy = join(import.meta.dirname, "../../deploy");
const skip = noDebian();

describe("install.sh", { skip }, () => {
  let dir: string;
  let machine: Machine;
  let registry: ReturnType<typeof createRegistry>;
  let tlsPort: number;
  const install = (...words: string[]) => machine.run(`sh /root/deploy/install.sh ${words.join(" ")}`);
  const done = async (command: string): Promise<string> => {
    const { code, output } = await machine.run(command);
    assert.equal(code, 0, `${command}\n${output}`);
    return output;
  };
  const there = (path: string) => stat(join(machine.root, path)).catch(() => undefined);
  const version = () => done("selfsame-version");

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "selfsame-debian-"));
    await run(process.execPath, [join(deploy, "../packages/cli/src/selfsame.js"), "models"]);
    const systems = [`${process.platform}-${process.arch}`];
    const tarballs = await packAll({ outDir: join(dir, "packed"), systems, say: () => {} });
    registry = createRegistry(Object.values(tarballs), await npmConfig("registry")).listen(0, "127.0.0.1");
    await once(registry, "listening");
    machine = await startDebian(dir, `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
    await cp(deploy, join(machine.root, "root/deploy"), { recursive: true });
    for (const next of ["9.9.1", "9.9.2"]) await packAs(next);
    // The network is this machine's, where the default ports may be in use.
    const settings = `PORT=${await freePort()}\nSELFSAME_METRICS_ADDRESS=off\n`;
    await writeFile(join(machine.root, "etc/selfsame.env"), settings);
    tlsPort = await freePort();
    const caddy = `{\n admin off\n local_certs\n skip_install_trust\n http_port ${await freePort()}\n https_port ${tlsPort}\n}\n`;
    await writeFile(join(machine.root, "etc/caddy/Caddyfile"), caddy);
    await writeFile(
      join(machine.root, "usr/local/bin/selfsame-version"),
      `#!/bin/sh\nexec /usr/local/sbin/selfsame --version\n`,
      { mode: 0o755 },
    );
  });
  after(async () => {
    await machine?.stop();
    registry?.closeAllConnections();
    registry?.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Packs the same package under another version; 9.9.2 does not start. */
  async function packAs(next: string): Promise<void> {
    const folder = join(dir, next);
    await cp(join(dir, "packed/selfsame"), folder, { recursive: true });
    for (const file of ["package.json", "packages/cli/package.json", "packages/server/package.json"]) {
      const manifest = JSON.parse(await readFile(join(folder, file), "utf8")) as object;
      await writeFile(join(folder, file), JSON.stringify({ ...manifest, version: next }, null, 2));
    }
    if (next === "9.9.2") await writeFile(join(folder, "packages/server/src/main.js"), "throw new Error('broken');\n");
    await run("npm", ["pack", "--pack-destination", join(machine.root, "root")], { cwd: folder });
  }

  test("--dry-run prints each step and takes none", async () => {
    const before = await readdir(join(machine.root, "etc"));
    const { code, output } = await install("--dry-run", "--domain", "faces.example.com");
    assert.equal(code, 0, output);
    assert.match(output, /^\+ npm install .*selfsame@latest$/m);
    assert.match(output, /^\+ install .*selfsame\.service$/m);
    assert.match(output, /^\+ add SELFSAME_PUBLIC_URL=https:\/\/faces\.example\.com/m);
    assert.match(output, /^\+ systemctl restart selfsame$/m);
    assert.deepEqual(await readdir(join(machine.root, "etc")), before);
    assert.equal(await there("opt/selfsame"), undefined);
  });

  test("bad options are rejected before anything is done", async () => {
    for (const words of [["--doman", "x"], ["--domain"], ["--domain", "'a b'"], ["--domain", "'x;reboot.com'"]]) {
      const { code, output } = await install(...words);
      assert.equal(code, 1, output);
      assert.match(output, /^install\.sh: .*(not an option|needs a value|not a domain name)/m);
    }
    assert.equal(await there("opt/selfsame"), undefined);
  });

  test("it installs the service, with TLS for the domain, and doctor finds it well", async () => {
    const { code, output } = await install("--domain", "faces.example.com");
    assert.equal(code, 0, output);
    assert.match(output, /^ok +service +node \S+ at \S+ uses this database$/m);
    assert.match(output, /runs at https:\/\/faces\.example\.com$/m);
    assert.equal(((await there("var/lib/selfsame/first-start.txt"))?.mode ?? 0) & 0o777, 0o600);
    assert.match(await done("selfsame keys list"), /ss_sk_/);
    const ask = `curl -sk --resolve faces.example.com:${tlsPort}:127.0.0.1 https://faces.example.com:${tlsPort}`;
    assert.match(await done(`${ask}/openapi.json`), /"openapi":"3\.1/);
    for (const path of ["/openapi.json", "/health/ready"]) {
      const head = await done(`${ask}${path} -D - -o /dev/null`);
      assert.equal(head.match(/^strict-transport-security: max-age=31536000\r?$/gim)?.length, 1, head);
    }
    assert.equal(await done(`${ask}/health/ready -o /dev/null -w '%{http_code}'`), "404");
  });

  test("a second run changes nothing", async () => {
    const { code, output } = await install("--domain", "faces.example.com");
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /^\+/m);
  });

  test("root follows no link that the service's user put into its folder", async () => {
    const old = await version();
    await done("runuser -u selfsame -- ln -s /etc /var/lib/selfsame/backups");
    const { code, output } = await install("upgrade", "--package", "/root/selfsame-9.9.1.tgz");
    assert.equal(await done("stat -c '%U:%G %a' /etc"), "root:root 755\n");
    assert.equal(code, 1, output);
    assert.match(output, /the backup failed, so the version stays/);
    assert.equal(await version(), old);
    await done("rm /var/lib/selfsame/backups");
  });

  test("an upgrade backs up first; rollback brings version and data back", async () => {
    const old = await version();
    const upgraded = await install("upgrade", "--package", "/root/selfsame-9.9.1.tgz");
    assert.equal(upgraded.code, 0, upgraded.output);
    assert.equal(await version(), "9.9.1\n");
    await done("selfsame keys create 'After the upgrade'");
    const back = await install("rollback");
    assert.equal(back.code, 0, back.output);
    assert.equal(await version(), old);
    assert.doesNotMatch(await done("selfsame keys list"), /After the upgrade/);
    assert.match((await install("rollback")).output, /no version to go back to/);
  });

  test("a version that does not start is taken back by itself", async () => {
    const old = await version();
    await done("selfsame keys create Kept");
    const { code, output } = await install("upgrade", "--package", "/root/selfsame-9.9.2.tgz");
    assert.equal(code, 1, output);
    assert.match(output, /the upgrade to 9\.9\.2 failed, and \S+ runs again/);
    assert.equal(await version(), old);
    assert.match(await done("selfsame keys list"), /Kept/);
  });

  test("with PostgreSQL the backup is yours, and is asked for", async () => {
    const settings = join(machine.root, "etc/selfsame.env");
    const before = await readFile(settings, "utf8");
    await appendFile(settings, "DATABASE_URL=postgres://db/selfsame\n");
    const { code, output } = await install("upgrade");
    await writeFile(settings, before);
    assert.equal(code, 1);
    assert.match(output, /pg_dump, then upgrade with --no-backup/);
  });

  test("uninstall leaves data and settings; --purge does not", async () => {
    const removed = await install("uninstall");
    assert.equal(removed.code, 0, removed.output);
    for (const path of ["opt/selfsame", "usr/local/bin/selfsame", "etc/systemd/system/selfsame.service"]) {
      assert.equal(await there(path), undefined, path);
    }
    assert.doesNotMatch(await readFile(join(machine.root, "etc/caddy/Caddyfile"), "utf8"), /selfsame/);
    assert.ok(await there("var/lib/selfsame/selfsame.db"));
    assert.ok(await there("etc/selfsame.env"));
    const purged = await install("uninstall", "--purge");
    assert.equal(purged.code, 0, purged.output);
    assert.deepEqual([await there("var/lib/selfsame"), await there("etc/selfsame.env")], [undefined, undefined]);
    assert.equal((await machine.run("id selfsame")).code, 1);
  });
});
