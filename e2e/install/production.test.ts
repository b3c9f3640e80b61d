/**
 * The production install of README.md, with the machine's npm and Node and an empty home folder. It installs packages, so it is not part of `npm
 * test`: `npm run test:install`.
 */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { emptyHome, printed, sizeOf } from "../../testing/fresh-install.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

let dir: string;
let clone: string;
let env: NodeJS.ProcessEnv;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "selfsame-production-"));
  clone = join(dir, "clone");
  env = await emptyHome(join(dir, "home"));
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of stdout.split("\0").filter(Boolean)) await cp(join(root, file), join(clone, file));
  await run("npm", ["ci", "--omit=dev"], { cwd: clone, env });
});
after(() => rm(dir, { recursive: true, force: true }));

test("it takes at most 320 MB", async (t) => {
  const sizeMb = (await sizeOf(join(clone, "node_modules"))) / 2 ** 20;
  t.diagnostic(`node_modules: ${sizeMb.toFixed(0)} MB`);
  assert.ok(sizeMb <= 320);
});

test("it starts, shows the dashboard, sends the camera and verifies by the line that it prints", async (t) => {
  await run("npm", ["run", "samples"], { cwd: clone, env });
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  // A separate process group, which a terminal would signal: npm passes SIGTERM to its shell, and not all shells forward it.
  const service = spawn("npm", ["start"], { cwd: clone, env: { ...env, PORT: "0" }, stdio, detached: true });
  const ended = new Promise((resolve) => service.once("close", resolve));
  const stop = () => void process.kill(-(service.pid ?? assert.fail()), "SIGTERM");
  t.after(async () => {
    if (service.exitCode === null && service.signalCode === null) stop();
    await ended;
  });
  const log = text(service.stderr);
  const output = await printed(service, /#\/setup\/\S+\n/).catch(async () => assert.fail(await log));
  const [, url = ""] = /URL:\n(http:\S+)/.exec(output) ?? [];
  for (const path of ["/", "/camera.js", "/camera-v3.js", "/docs"]) assert.equal((await fetch(url + path)).status, 200);
  assert.match(await (await fetch(url)).text(), /<script type="module"/);

  const [curl = ""] = /^curl .*$/m.exec(output) ?? [];
  const { stdout } = await run("sh", ["-c", `${curl} --silent`], { cwd: clone });
  assert.deepEqual(JSON.parse(stdout).data.match, true);
});
