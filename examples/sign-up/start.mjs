/**
 * `npm run example`: the service and the shop, each in its place, in a folder that is gone afterwards. `npm run example -- --test` takes a
 * test key: no camera is needed, and nobody is looked at. PORT and SHOP_PORT name other ports than 3000 and 4000.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startShop } from "./shop.mjs";

const selfsame = join(import.meta.dirname, "../../packages/cli/src/selfsame.js");
const dataDir = mkdtempSync(join(tmpdir(), "selfsame-example-"));
const shopPort = Number(process.env.SHOP_PORT ?? 4000);
const shopUrl = `http://localhost:${shopPort}`;
const env = {
  ...process.env,
  SELFSAME_DATA_DIR: dataDir,
  // So that a webhook may go to this machine. A service of yours has no need of it.
  SELFSAME_ALLOW_PRIVATE_WEBHOOKS: "true",
  SELFSAME_ALLOWED_DOMAINS: "localhost",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
};

const service = spawn(process.execPath, [selfsame, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
const end = () => service.kill();
process.once("SIGINT", end);
process.once("SIGTERM", end);
service.once("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});

/** What the service prints at its first start. */
const started = await new Promise((resolve) => {
  const found = {};
  createInterface(service.stdout).on("line", (line) => {
    found.apiKey ??= /ss_sk_\w+/.exec(line)?.[0];
    found.url ??= /^https?:\/\/[^\s/#]+$/.exec(line)?.[0];
    if (found.apiKey && found.url) resolve(found);
  });
});

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [selfsame, ...args], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

// People are sent back to, and may see the page in a dialog on, the origins of public keys.
run("keys", "create", "Aurora Bikes", "--kind", "public", "--origin", shopUrl);
const isTest = process.argv.includes("--test");
const listener = ["webhooks", "create", `${shopUrl}/webhooks/faces`, ...(isTest ? ["--test"] : [])];
const [webhookSecret] = /whsec_\S+/.exec(run(...listener)) ?? [];
const apiKey = isTest ? /ss_tk_\w+/.exec(run("keys", "create", "Tests", "--kind", "test"))?.[0] : started.apiKey;

await startShop({ port: shopPort, url: started.url, apiKey, webhookSecret });
console.log(`The shop: ${shopUrl}${isTest ? " (test key: nobody is looked at)" : ""}`);
