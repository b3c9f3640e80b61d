/** The sign-up of docs/guides/camera.md, as in examples/own-camera, with a person in front of the camera. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { installClient } from "../packages/client/src/testing/install-client.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { withPage } from "../testing/camera/camera-page.ts";
import { documentBlocks } from "../testing/document-blocks.ts";
import { perform, persistUntil, readPictures, takesOf } from "../testing/camera/performer.ts";
import { startService, type Service } from "../testing/service.ts";
import { freePort } from "../testing/free-port.ts";

const document = "docs/guides/camera.md";
const example = (name: string) => readFile(join(import.meta.dirname, "../examples/own-camera", name), "utf8");

interface App {
  readonly origin: string;
  /** Its console output so far. */
  console(): string;
}

/** The page and the backend of the example; only the port and the keys are filled in. */
async function startApp(t: TestContext, service: Service, passport: Uint8Array, privateKey: string): Promise<App> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-sign-up-"));
  t.after(() => rm(dir, { recursive: true }));
  const [port] = await Promise.all([freePort(), installClient(dir)]);
  await writeFile(join(dir, "passport.jpg"), passport);

  const origin = `http://localhost:${port}`;
  const [command = ""] = await documentBlocks(document, "sh", "npx selfsame keys create");
  const args = command.trim().replace("http://localhost:8080", origin).split(" ").slice(2);
  const [publicKey = ""] = /ss_pk_\w+/.exec(await service.command(args)) ?? [];

  const [page, backend] = await Promise.all([example("sign-up.html"), example("sign-up.mjs")]);
  const filledIn = (code: string) =>
    code.replaceAll("http://127.0.0.1:3000", service.url).replace("8080)", `${port})`).replace("ss_pk_...", publicKey);
  await writeFile(join(dir, "sign-up.html"), filledIn(page));
  await writeFile(
    join(dir, "sign-up.mjs"),
    filledIn(backend).replace(/\.listen\((\d+)\)/, '.listen($1, () => console.log("up"))'),
  );

  const env = { ...process.env, SELFSAME_URL: service.url, SELFSAME_API_KEY: privateKey };
  const app = spawn(process.execPath, ["sign-up.mjs"], { cwd: dir, env, stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => app.kill());
  let written = "";
  app.stderr.on("data", (chunk: Buffer) => (written += chunk.toString()));
  await new Promise((resolve) => app.stdout.once("data", resolve));
  return { origin, console: () => written };
}

test("who passes the challenge and is on the passport is let in", { skip: noBrowser }, async (t) => {
  const [service, [picture]] = await Promise.all([startService(), readPictures("ada")]);
  t.after(() => service.stop());
  assert.ok(picture);
  const takes = await takesOf(picture);
  const { origin } = await startApp(t, service, takes[0]?.frames.neutral ?? assert.fail(), service.privateKey);

  await withPage({ args: [] }, async (page) => {
    await perform(page, { takes });
    await page.goto(origin);
    await page.getByRole("button", { name: "Sign up" }).click();
    const told = page.locator("output:not(:empty)");
    await persistUntil(page, told.waitFor());
    assert.equal(await told.textContent(), "Welcome.");
  });
});

test("the person reads what they can do, and the console what the developer has to fix", async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const photo = await portrait("amal");
  const answer = async ({ origin }: App, selfie: Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>>) => {
    const form = new FormData();
    form.set("selfie", new Blob([selfie]), "selfie.jpg");
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return (await fetch(origin, { method: "POST", body: form })).text();
  };

  const app = await startApp(t, service, photo, service.privateKey);
  assert.equal(await answer(app, new Uint8Array(photo), {}), "Please do the movements again.");
  const forged = { challenge_token: "no-token" };
  assert.equal(await answer(app, new Uint8Array(photo), forged), "Please do the movements again.");
  assert.equal(app.console(), "");

  const wrongKey = await startApp(t, service, photo, "ss_sk_nobody");
  assert.equal(await answer(wrongKey, new Uint8Array(photo), forged), "Please try again later.");
  assert.match(wrongKey.console(), /invalid_api_key/);
});
