/** Every command and snippet that the guides give a newcomer works as printed. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { installClient } from "../packages/client/src/testing/install-client.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { documentBlocks } from "../testing/document-blocks.ts";
import { brandLive } from "../testing/brand-live.ts";
import { freePort } from "../testing/free-port.ts";
import { sharedService } from "../testing/service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

const server = await sharedService();
const dir = await mkdtemp(join(tmpdir(), "selfsame-documents-"));
after(() => rm(dir, { recursive: true }));
await installClient(dir);
// Written by `npm start`, or by `npm run build`, which precedes the tests.
await symlink(join(root, "samples"), join(dir, "samples"));
await writeFile(join(dir, "passport.jpg"), await portrait("amal"));
await writeFile(join(dir, "selfie.jpg"), await portrait("amal-selfie"));

await brandLive(server);
const guide = "docs/guides/sign-up.md";
const [keysBlock = ""] = await documentBlocks(guide, "sh", "keys create Shop");
/** Both keys of the guide, the test key first. */
const guideKeys: string[] = [];
for (const line of keysBlock.trim().split("\n"))
  guideKeys.push(/ss_\w+/.exec(await server.command(line.replaceAll('"', "").split(" ").slice(2)))?.[0] ?? "");

// Before the first test: awaiting between two tests would let the first ones finish, and their shared resources be cleaned up.
const pythonPath = { PYTHONPATH: [join(root, "clients/python/src"), join(root, "examples/hosted-session")].join(":") };
const noFlask = await run("python3", ["-c", "import flask"]).then(
  () => false,
  () => "there is no Python with flask",
);

/** Replaces only what a reader would replace: the key, and a free port. */
const filledIn = (code: string): string =>
  code.replaceAll("http://127.0.0.1:3000", server.url).replaceAll("ss_sk_...", server.privateKey);

for (const document of ["README.md", "docs/quick-start.md"]) {
  test(`the curl lines of ${document} verify`, async () => {
    const found = await documentBlocks(document, "sh", "/api/v3/verify");
    assert.ok(found.length > 0);
    for (const code of found) {
      const { stdout } = await run("bash", ["-ec", filledIn(code)], { cwd: dir });
      const { success, data } = JSON.parse(stdout);
      assert.deepEqual([success, data.match], [true, true]);
    }
  });
}

for (const document of ["packages/client/README.md"]) {
  test(`the client's lines in ${document} verify`, async () => {
    const found = await documentBlocks(document, "js", "const { match, similarity }");
    assert.ok(found.length > 0);
    const env = { ...process.env, SELFSAME_API_KEY: server.privateKey };
    for (const code of found) {
      await writeFile(
        join(dir, "verify.mjs"),
        `${filledIn(code)}\nif (match !== true || !(similarity > 0.6)) throw new Error();`,
      );
      await run(process.execPath, ["verify.mjs"], { cwd: dir, env });
    }
  });
}

const sessionShops = join(root, "examples/hosted-session");

test("the shop of examples/hosted-session sends people to their link, and outlives a webhook that nobody signed", async (t) => {
  const shop = await readFile(join(sessionShops, "shop.mjs"), "utf8");
  await writeFile(
    join(dir, "shop.mjs"),
    shop.replace("listen(4000)", "listen(0, function () { console.log(this.address().port) })"),
  );
  const child = spawn(process.execPath, ["shop.mjs"], {
    cwd: dir,
    env: shopEnv(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  t.after(() => child.kill());
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${String(port).trim()}${path}`, { redirect: "manual", ...init });
  const made = await ask("/sign-up");
  assert.match(`${made.status} ${made.headers.get("location")}`, /^303 http:.*\/verify#[\w-]{65}$/);
  assert.equal((await ask("/webhook", { method: "POST", body: "{}" })).status, 400);
  assert.equal((await ask("/webhook", signed("session.verified"))).status, 200);
  assert.equal(await (await ask("/welcome")).text(), "Welcome.");
});

test("the sign-up guide reaches its first verdict in test mode: listen posts it to the shop", async (t) => {
  const [key = ""] = guideKeys;
  const env = { ...process.env, SELFSAME_URL: server.url, SELFSAME_API_KEY: key };
  const port = await freePort();
  await writeFile(
    join(dir, "guide.mjs"),
    (await readFile(join(sessionShops, "shop.mjs"), "utf8")).replaceAll("4000", String(port)),
  );
  const cli = join(root, "packages/cli/src/selfsame.js");
  const to = `http://localhost:${port}/webhook`;
  const listen = spawn(process.execPath, [cli, "listen", "--forward-to", to], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => listen.kill());
  const lines = createInterface(listen.stdout)[Symbol.asyncIterator]();
  const secret = /whsec_\S+/.exec(String((await lines.next()).value))?.[0];
  await lines.next();
  const shop = spawn(process.execPath, ["guide.mjs"], {
    cwd: dir,
    env: { ...env, SELFSAME_WEBHOOK_SECRET: secret },
    stdio: "inherit",
  });
  t.after(() => shop.kill());
  const welcome = () => fetch(`http://localhost:${port}/welcome`).then(async (page) => page.text());
  while ((await welcome().catch(() => "")) !== "One moment...") await setTimeout(50);
  const simulate = (await documentBlocks(guide, "sh", '"simulate"'))[0] ?? "";
  await run("bash", ["-ec", filledIn(simulate).replace("no_match", "verified")], { env });
  let line = "";
  while (!line.includes("session.verified")) line = String((await lines.next()).value);
  assert.match(String((await lines.next()).value), /^ {2}200/);
  assert.equal(await welcome(), "Welcome.");
});

test("the shop in Python does so, too", { skip: noFlask }, async () => {
  const asks = `
import json, sys
from shop import app
client = app.test_client()
print(client.get("/sign-up").status_code)
print(client.get("/welcome").text)
print(client.post("/webhook", data="{}").status_code)
print(client.post("/webhook", data=b"\\xff", headers={"webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "x"}).status_code)
signed = json.load(sys.stdin)
print(client.post("/webhook", data=signed["body"], headers=signed["headers"]).status_code)
print(client.get("/welcome").text)
`;
  const child = run("python3", ["-B", "-c", asks], { cwd: dir, env: { ...shopEnv(), ...pythonPath } });
  child.child.stdin?.end(JSON.stringify(signed("session.verified")));
  const { stdout } = await child;
  assert.deepEqual(stdout.trim().split("\n"), ["303", "One moment...", "400", "400", "200", "Welcome."]);
});

for (const [document, expected] of [
  [guide, [true, true]],
  ["docs/session-comparisons.md", [false]],
] as const) {
  test(`the curl lines of ${document} make a session each, with the key that they name`, async () => {
    const testKey = /ss_tk_\w+/.exec(await server.command(["keys", "create", "CI", "--kind", "test"]))?.[0] ?? "";
    const found = await documentBlocks(document, "sh", "/api/v3/sessions \\\n");
    const made = found.map(async (code) => {
      const typed = filledIn(code)
        .replace(/^npx selfsame .*$/m, "")
        .replaceAll("ss_tk_...", testKey);
      // The guide exports the test key in a separate block.
      const env = { ...process.env, SELFSAME_API_KEY: testKey };
      const { stdout } = await run("bash", ["-ec", typed], { cwd: dir, env });
      return JSON.parse(stdout).data?.test;
    });
    assert.deepEqual(await Promise.all(made), expected);
  });
}

const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

const shopEnv = () => ({ ...withKey(), SELFSAME_URL: server.url, SELFSAME_WEBHOOK_SECRET: webhookSecret });

/** A delivery about the shop's customer, signed as the service signs it. */
function signed(type: string) {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data: { external_id: "customer-1207" } });
  const at = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(webhookSecret).sign("msg_1", at, body),
  };
  return { method: "POST", body, headers };
}

interface Operations {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly "x-codeSamples"?: readonly Sample[] }>>>>;
}
interface Sample {
  readonly lang: string;
  readonly source: string;
}

const runners: Readonly<Record<string, (source: string) => Promise<{ readonly stdout: string }>>> = {
  shell: (source) => run("bash", ["-ec", source], { cwd: dir, env: withKey() }),
  javascript: async (source) => {
    await writeFile(join(dir, "sample.mjs"), source);
    return run(process.execPath, ["sample.mjs"], { cwd: dir, env: withKey() });
  },
  python: (source) => run("python3", ["-c", source], { cwd: dir, env: withKey() }),
};
const withKey = () => ({ ...process.env, SELFSAME_API_KEY: server.privateKey });

const noPython = await run("python3", ["-c", "import requests"]).then(
  () => false,
  () => true,
);

test("every code sample of the reference runs", async (t) => {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Operations;
  // Operations of the live challenge have no samples, because the camera calls them.
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item)) {
      for (const { lang, source } of operation["x-codeSamples"] ?? []) {
        const skip = lang === "python" && noPython && "there is no Python with requests";
        await t.test(`${path} in ${lang}`, { skip }, async () => {
          const { stdout = "" } = (await runners[lang]?.(filledIn(source))) ?? {};
          assert.notEqual(stdout, "");
          assert.doesNotMatch(stdout, /"error":\{|hint/);
        });
      }
    }
  }
});
