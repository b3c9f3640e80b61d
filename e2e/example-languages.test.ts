/** Runs the examples of version 3 as a person would. Examples in languages that are not installed are skipped. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { Selfsame } from "../packages/client/src/index.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { until } from "../packages/platform/testing/until.ts";
import { brandLive } from "../testing/brand-live.ts";
import { freePort } from "../testing/free-port.ts";
import { type Language, type LanguageName, languageNames, languages, noLanguage } from "../testing/languages.ts";
import { runProgram, startProgram } from "../testing/run-program.ts";
import { startService } from "../testing/service.ts";

type Task = "verify" | "session" | "webhook" | "batch";

const fileOf: Readonly<Record<LanguageName, (task: Task) => string>> = {
  curl: (task) => `curl/${task}.sh`,
  TypeScript: (task) => `typescript/${task}.ts`,
  Python: (task) => `python/${task}.py`,
  PHP: (task) => `php/${task}.php`,
  Go: (task) => `go/${task}.go`,
  Java: (task) => `java/${task[0]?.toUpperCase()}${task.slice(1)}.java`,
  "C#": (task) => `csharp/${task}.cs`,
  Ruby: (task) => `ruby/${task}.rb`,
};

const examples = join(import.meta.dirname, "../examples");
const dir = await mkdtemp(join(tmpdir(), "selfsame-examples-"));
const inDir = (name: string) => join(dir, name);
const photos = new Map([
  ["passport.png", await portrait("amal")],
  ["selfie.png", await portrait("amal-selfie")],
  ["other.png", await portrait("bea")],
]);
for (const [name, photo] of photos) await writeFile(inDir(name), photo);
const photoHost = createServer((request, response) => {
  const photo = photos.get((request.url ?? "").slice(1));
  if (photo) response.end(photo);
  else response.writeHead(404).end();
}).listen(0, "localhost");
await once(photoHost, "listening");
const photoUrl = (name: string) => `http://localhost:${(photoHost.address() as AddressInfo).port}/${name}`;

const server = await startService({
  SELFSAME_ALLOWED_DOMAINS: "localhost",
  SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "true",
  SELFSAME_ALLOW_PRIVATE_WEBHOOKS: "true",
  SELFSAME_BATCH_WORKERS: "1",
});
await brandLive(server);
const testKey = /ss_tk_\w+/.exec(await server.command(["keys", "create", "Examples", "--kind", "test"]))?.[0] ?? "";
const testing = new Selfsame({ apiKey: testKey, baseUrl: server.url });
after(async () => {
  await server.stop();
  photoHost.closeAllConnections();
  photoHost.close();
  await rm(dir, { recursive: true });
});

const run = (name: LanguageName, task: Task, args: readonly string[], key = server.privateKey) => {
  const { run: command, env = {} }: Language = languages[name];
  return runProgram([...command, join(examples, fileOf[name](task)), ...args], {
    cwd: dir,
    env: { ...env, SELFSAME_URL: server.url, SELFSAME_API_KEY: key },
  });
};

async function hintOfWrongKey(): Promise<string> {
  const headers = { authorization: "Bearer wrong" };
  const answer = (await (await fetch(`${server.url}/api/v3/models`, { headers })).json()) as {
    error: { hint: string };
  };
  return answer.error.hint;
}

for (const name of languageNames) {
  const skip = noLanguage(name);
  const pairs = inDir(`${name}.ndjson`);
  const item = (id: string, selfie: string) =>
    JSON.stringify({ id: `${name} ${id}`, reference_urls: [photoUrl("passport.png")], selfie_url: photoUrl(selfie) });

  test(`${name}: two photos of one person are accepted, of two people rejected`, { skip }, async () => {
    const same = await run(name, "verify", ["passport.png", "selfie.png"]);
    assert.equal(same.code, 0, same.problems);
    assert.match(same.output, /\baccept\b.*[01]\.?\d*/s);
    const other = await run(name, "verify", ["passport.png", "other.png"]);
    assert.equal(other.code, 0, other.problems);
    assert.match(other.output, /\breject\b/);
  });

  test(`${name}: a session is created once for a customer`, { skip }, async () => {
    const [first, again] = [
      await run(name, "session", ["passport.png", `customer-${name}`]),
      await run(name, "session", ["passport.png", `customer-${name}`]),
    ];
    assert.equal(first.code, 0, first.problems);
    const link = /http\S+\/verify#[\w-]{65}/;
    assert.match(first.output, link);
    assert.equal(again.output.match(link)?.[0], first.output.match(link)?.[0]);
    const [id = ""] = /vs_\w+/.exec(first.output) ?? [];
    const session = await new Selfsame({ apiKey: server.privateKey, baseUrl: server.url }).sessions.get(id);
    assert.equal(session.external_id, `customer-${name}`);
  });

  test(`${name}: a batch is followed to its results`, { skip }, async () => {
    await writeFile(pairs, [item("same", "selfie.png"), item("other", "other.png"), item("none", "none")].join("\n"));
    const { output, problems, code } = await run(name, "batch", [pairs]);
    assert.equal(code, 0, problems);
    const rows = output.split(/\r?\n/);
    for (const [id, expected] of Object.entries({ same: "true", other: "false", none: "download_failed" })) {
      const row = rows.find((row) => row.startsWith(`${name} ${id},`));
      assert.ok(row?.toLowerCase().split(",").includes(expected), `${id}: ${row}`);
    }
  });

  test(`${name}: a wrong key ends each with the error's code and hint`, { skip }, async () => {
    const hint = await hintOfWrongKey();
    await writeFile(pairs, item("same", "selfie.png"));
    const calls = { verify: ["passport.png", "selfie.png"], session: ["passport.png", "x"], batch: [pairs] } as const;
    for (const [task, args] of Object.entries(calls)) {
      const { output, problems, code } = await run(name, task as Task, args, "wrong");
      assert.ok(code !== 0 && code !== null, task);
      assert.ok((output + problems).includes("invalid_api_key"), `${task}: ${output}${problems}`);
      assert.ok((output + problems).includes(hint), `${task}: ${output}${problems}`);
    }
  });
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

interface Sent {
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An event as the service sends it, with optional changes. */
function delivery(customer: string, { at = new Date(), key = secret } = {}) {
  const body = JSON.stringify({
    type: "session.verified",
    timestamp: at.toISOString(),
    data: { id: "vs_1", external_id: customer },
  });
  return {
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(key).sign("evt_1", at, body),
    },
  };
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const forgedOf = (genuine: ReturnType<typeof delivery>): Readonly<Record<string, Sent>> => ({
  "no headers": { body: genuine.body, headers: { "content-type": "application/json" } },
  "another body": { ...genuine, body: genuine.body.replace("1207", "1208") },
  "another secret": delivery("customer-1208", { key: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }),
  "too old": delivery("customer-1208", { at: minutes(-10) }),
  "too new": delivery("customer-1208", { at: minutes(10) }),
  "no number": { ...genuine, headers: { ...genuine.headers, "webhook-timestamp": "now" } },
  "no signature": { ...genuine, headers: { ...genuine.headers, "webhook-signature": "v1,%%% ,, é" } },
  "no text": { ...genuine, body: new Uint8Array([0xff, 0xfe, 0x00]) },
  "an empty body": { ...genuine, body: "" },
});

/** Checks what an example of a webhook must do. @param post sends to the example @param log returns what the example has printed */
async function checkWebhook(post: (sent: Sent) => Promise<number>, log: () => string): Promise<void> {
  // Signed now: a timestamp in the future is soon valid.
  const genuine = delivery("customer-1207");
  for (const [problem, sent] of Object.entries(forgedOf(genuine))) assert.equal(await post(sent), 400, problem);
  assert.equal(log().includes("customer-1208"), false, log());
  const rotated = { ...genuine.headers, "webhook-signature": `v1,AAAA ${genuine.headers["webhook-signature"]}` };
  assert.equal(await post({ ...genuine, headers: rotated }), 204);
  await until(() => log().includes("customer-1207"));
}

const listeners: Readonly<Record<string, readonly [LanguageName, command: (port: number) => readonly string[]]>> = {
  Express: ["TypeScript", () => [process.execPath, "typescript/webhook-express.ts"]],
  Fastify: ["TypeScript", () => [process.execPath, "typescript/webhook-fastify.ts"]],
  PHP: ["PHP", (port) => ["php", "-S", `localhost:${port}`, "php/webhook.php"]],
  ...Object.fromEntries(
    (["Python", "Go", "Java", "C#", "Ruby"] as const).map((name) => [
      name,
      [name, () => [...languages[name].run, fileOf[name]("webhook")]],
    ]),
  ),
};

for (const [title, [name, command]] of Object.entries(listeners)) {
  test(`${title}: webhooks are accepted only from the service`, { skip: noLanguage(name) }, async (t) => {
    const port = await freePort();
    const url = `http://localhost:${port}/webhook`;
    const listen = async (webhookSecret: string) => {
      const { env = {} }: Language = languages[name];
      const started = startProgram(command(port), {
        cwd: examples,
        env: { ...env, PORT: String(port), SELFSAME_WEBHOOK_SECRET: webhookSecret },
      });
      t.after(() => started.stop());
      await until(async () => {
        assert.ok(!started.hasEnded(), started.output());
        return fetch(url, { method: "POST" }).then(
          () => true,
          () => false,
        );
      });
      return started;
    };
    const post = async ({ body = "", headers = {} }: Sent) =>
      (await fetch(url, { method: "POST", body, headers })).status;

    const first = await listen(secret);
    await checkWebhook(post, first.output);
    await first.stop();

    const endpoint = await testing.webhookEndpoints.create({ url, types: ["session.verified"] });
    const second = await listen(endpoint.secret);
    await testing.sessions.create({ external_id: `from ${title}`, simulate: "verified" });
    await until(() => second.output().includes(`from ${title}`));
    await until(async () => (await testing.webhookEndpoints.get(endpoint.id)).verified_at !== null);
    await testing.webhookEndpoints.delete(endpoint.id);
  });
}

test("Next: webhooks are accepted only from the service", async (t) => {
  process.env["SELFSAME_WEBHOOK_SECRET"] = secret;
  t.after(() => delete process.env["SELFSAME_WEBHOOK_SECRET"]);
  const { POST } = await import("../examples/typescript/webhook-next.ts");
  const { mock } = t.mock.method(console, "log", () => {});
  const post = async ({ body = "", headers = {} }: Sent) =>
    (await POST(new Request("http://localhost/webhook", { method: "POST", body, headers }))).status;
  await checkWebhook(post, () => mock.calls.map((call) => call.arguments.join(" ")).join("\n"));
});

test("Next: a route compares the selfie of its page with the customer's photo", async (t) => {
  await writeFile(inDir("customer-1207.jpg"), await portrait("amal"));
  const settings = { SELFSAME_URL: server.url, SELFSAME_API_KEY: server.privateKey, PHOTOS: dir };
  Object.assign(process.env, settings);
  t.after(() => Object.keys(settings).forEach((name) => delete process.env[name]));
  const { POST } = await import("../examples/next/route.ts");
  const { mock: logged } = t.mock.method(console, "log", () => {});
  t.mock.method(console, "error", () => {});
  const post = async (selfie?: Buffer) => {
    const body = new FormData();
    if (selfie) body.set("selfie", new Blob([new Uint8Array(selfie)]), "selfie.jpg");
    return (await POST(new Request("http://localhost/api/selfie", { method: "POST", body }))).status;
  };
  assert.equal(await post(await portrait("amal-selfie")), 204);
  assert.equal(await post(await portrait("bea")), 204);
  assert.deepEqual(
    logged.calls.map((call) => call.arguments.join(" ")),
    ["customer-1207 accept", "customer-1207 reject"],
  );
  assert.equal(await post(), 400);
  assert.equal(await post(Buffer.from("no photo")), 502);
  process.env["SELFSAME_API_KEY"] = "wrong";
  assert.equal(await post(await portrait("amal-selfie")), 502);
});
