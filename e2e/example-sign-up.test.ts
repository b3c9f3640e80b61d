/** examples/sign-up, started by its one command with a test key: redirect and dialog, webhook, verdict. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { test } from "node:test";
import { noBrowser, openBrowser } from "../testing/browser/browser.ts";
import { openPerson, phone, press } from "../testing/session-page.ts";
import { freePort } from "../testing/free-port.ts";

const root = join(import.meta.dirname, "..");

test("the example's shop lets in who is verified, by redirect and in a dialog", { skip: noBrowser }, async (t) => {
  const [PORT, SHOP_PORT] = [String(await freePort()), String(await freePort())];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, PORT, SHOP_PORT, SELFSAME_WORKERS: "1" };
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const example = spawn(process.execPath, ["examples/sign-up/start.mjs", "--test"], {
    cwd: root,
    env,
    stdio: [...stdio],
  });
  const gone = new Promise((resolve) => example.once("exit", resolve));
  t.after(async () => {
    example.kill();
    await gone;
  });
  const shop = await new Promise<string>((resolve, reject) => {
    createInterface(example.stdout).on("line", (line) => {
      const [, url] = /^The shop: (\S+)/.exec(line) ?? [];
      if (url) resolve(url);
    });
    void gone.then((code) => reject(new Error(`the example ended (${String(code)})`)));
  });
  const browser = await openBrowser();
  t.after(() => browser.close());
  const { page } = await openPerson(browser, phone);

  await page.goto(shop);
  await page.getByLabel("Name").fill("Ada <b>");
  await press(page, "Sign up");
  await press(page, "Agree and continue");
  await press(page, "verified");
  await page.getByRole("heading", { name: "Welcome, Ada <b>" }).waitFor();

  await page.getByRole("link", { name: "Start again" }).click();
  await page.getByLabel("Name").fill("Bea");
  await press(page, "Sign up in a dialog");
  const frame = page.frameLocator("[data-selfsame=session] iframe");
  await frame.getByRole("button", { name: "Agree and continue" }).click();
  for (let attempts = 0; attempts < 3; attempts++) {
    await frame.getByRole("button", { name: "no_match" }).click();
    if (attempts < 2) await frame.getByRole("button", { name: "Try again" }).click();
  }
  await frame.getByRole("heading", { name: "We could not confirm" }).waitFor();
  await frame.getByRole("button", { name: "Close" }).click();
  await page.getByRole("heading", { name: "We could not confirm that it’s you" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/welcome");
});
