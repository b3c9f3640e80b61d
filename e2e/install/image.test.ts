/** The Dockerfile's steps, run in folders, and the service started from what they made, as its ENTRYPOINT says: `npm run test:install`. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { runDockerfile, sizeBytes } from "../../scripts/deploy/run-dockerfile.ts";
import { printed } from "../../testing/fresh-install.ts";

test("the image's steps work, and what they make starts, serves and stops without writing to itself", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-image-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const image = runDockerfile({ folder, args: {}, say: (line) => t.diagnostic(line) });
  const sizeMb = sizeBytes(image.folder) / 2 ** 20;
  t.diagnostic(`beside the base image: ${sizeMb.toFixed(0)} MB`);
  // With node:24-bookworm-slim, some 225 MB, less than 450.
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
