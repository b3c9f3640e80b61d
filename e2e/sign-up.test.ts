/** The sign-up of docs/quick-start.md, as it is written there, with somebody before the camera. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { installClient } from "../packages/client/src/testing/install-client.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { withPage } from "../testing/camera/camera-page.ts";
import { documentBlocks } from "../testing/document-blocks.ts";
import { doing, perform, readPictures } from "../testing/camera/performer.ts";
import { startService } from "../testing/service.ts";

const document = "docs/quick-start.md";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("who passes the challenge and is on the passport is let in", { skip: noBrowser }, async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-sign-up-"));
  t.after(() => rm(dir, { recursive: true }));
  const [service, port, [picture]] = await Promise.all([
    startService(),
    freePort(),
    readPictures("ada"),
    installClient(dir),
  ]);
  t.after(() => service.stop());
  assert.ok(picture);
  const take = await doing(picture);
  await writeFile(join(dir, "passport.jpg"), take.neutral);

  const origin = `http://localhost:${port}`;
  const [command = ""] = await documentBlocks(document, "sh", "npx selfsame keys create");
  const args = command.trim().replace("http://localhost:8080", origin).split(" ").slice(2);
  const [publicKey = ""] = /ss_pk_\w+/.exec(await service.command(args)) ?? [];

  const [page = ""] = await documentBlocks(document, "html", "VerifyCameraV3");
  const [backend = ""] = await documentBlocks(document, "js", "sign-up.mjs");
  const filledIn = (code: string) =>
    code.replaceAll("http://127.0.0.1:3000", service.url).replace("8080)", `${port})`).replace("ss_pk_...", publicKey);
  await writeFile(join(dir, "sign-up.html"), filledIn(page));
  await writeFile(
    join(dir, "sign-up.mjs"),
    filledIn(backend).replace(/\.listen\((\d+)\)/, '.listen($1, () => console.log("up"))'),
  );

  const env = { ...process.env, SELFSAME_API_KEY: service.privateKey };
  const app = spawn(process.execPath, ["sign-up.mjs"], { cwd: dir, env, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => app.kill());
  await new Promise((resolve) => app.stdout.once("data", resolve));

  await withPage({ args: [] }, async (page) => {
    await perform(page, { takes: [take] });
    await page.goto(origin);
    await page.getByRole("button", { name: "Sign up" }).click();
    const told = page.locator("output:not(:empty)");
    await told.waitFor();
    assert.equal(await told.textContent(), "Welcome.");
  });
});
