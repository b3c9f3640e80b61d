import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { eventTypes } from "@selfsame/platform/events/event-types";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "@selfsame/server/testing/service/service";
import { until } from "@selfsame/platform/testing/until";
import { secretOf } from "./listen.ts";

interface Got {
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function handler(t: TestContext, status = () => 200) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    got.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(status()).end("thanks\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { got, url: `http://localhost:${(server.address() as AddressInfo).port}/webhook` };
}

async function start(t: TestContext) {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { secret: key } = await service.makeKey({ kind: "test" });
  const selfsame = (...args: string[]) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../selfsame.js"), ...args], {
      env: { PATH: process.env["PATH"], SELFSAME_URL: service.url, SELFSAME_API_KEY: key },
    });
    t.after(() => child.kill());
    let out = "";
    let problems = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (problems += chunk));
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, code, out: () => out, problems: () => problems };
  };
  const trigger = (type: string, withKey = key) =>
    fetch(`${service.url}/api/v3/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${withKey}`, "content-type": "application/json" },
      body: JSON.stringify({ type }),
    });
  return { ...service, key, selfsame, trigger };
}

test(
  "listen posts each test event once, signed by the secret that it prints; trigger makes them; one is sent again",
  { timeout: 60_000 },
  async (t) => {
    const { selfsame, key } = await start(t);
    let status = 500;
    const { got, url } = await handler(t, () => status);
    const listening = selfsame("listen", "--forward-to", url, "--events", "session.verified,ping");
    await until(() => listening.out().includes("Following"));
    const secret = /^Signing secret: (whsec_\S+)$/m.exec(listening.out())?.[1] ?? "";
    assert.equal(secret, secretOf(key));

    const made = selfsame("trigger", "session.verified");
    assert.equal(await made.code, 0, made.problems());
    const id = /^Triggered: session\.verified (evt_\w+)$/m.exec(made.out())?.[1] ?? assert.fail(made.out());
    await selfsame("trigger", "session.failed").code;
    await selfsame("trigger", "ping").code;
    await until(() => got.length === 2);
    const [first, second] = got;
    assert.ok(first && second);
    assert.equal(first.headers["webhook-id"], id);
    const event = new Webhook(secret).verify(first.body, first.headers) as { type: string; data: { status: string } };
    assert.deepEqual([event.type, event.data.status], ["session.verified", "verified"]);
    assert.equal((JSON.parse(second.body) as { type: string }).type, "ping", "session.failed was not asked for");
    await until(() => listening.out().includes(`500, after`));
    assert.match(
      listening.out(),
      new RegExp(`session\\.verified  ${id} [^]* 500, after \\d+ ms: thanks .*--resend ${id}`),
    );

    status = 204;
    const again = selfsame("listen", "--forward-to", url, "--resend", id);
    assert.equal(await again.code, 0, again.problems());
    assert.deepEqual([got.length, got[2]?.headers["webhook-id"], got[2]?.body], [3, id, first.body]);
    const unknown = selfsame("listen", "--forward-to", url, "--resend", "evt_nobody");
    assert.deepEqual([await unknown.code, /no test event evt_nobody/.test(unknown.problems())], [1, true]);

    listening.child.kill("SIGINT");
    assert.equal(await listening.code, 0, listening.problems());
  },
);

test("every type can be triggered, by test keys alone", { timeout: 60_000 }, async (t) => {
  const { trigger, apiKey, url, key } = await start(t);
  for (const type of eventTypes) assert.equal((await trigger(type)).status, 201, type);
  assert.equal((await trigger("nothing.happened")).status, 400);
  const refused = await trigger("ping", apiKey);
  assert.deepEqual(
    [refused.status, ((await refused.json()) as { error: { code: string } }).error.code],
    [403, "test_key_required"],
  );
  const listed = await fetch(`${url}/api/v3/events?limit=100`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await listed.json()) as { data: { events: { type: string }[] } };
  assert.deepEqual(new Set(data.events.map(({ type }) => type)), new Set(eventTypes));
});

test("a key follows five times at once, and gets its places back", { timeout: 60_000 }, async (t) => {
  const { url, key, apiKey } = await start(t);
  const follow = async (withKey = key) => {
    const end = new AbortController();
    const headers = { authorization: `Bearer ${withKey}` };
    return { end, answer: await fetch(`${url}/api/v3/events/stream`, { headers, signal: end.signal }) };
  };
  assert.equal((await follow(apiKey)).answer.status, 403);
  const open = await Promise.all(Array.from({ length: 5 }, () => follow()));
  assert.deepEqual(
    open.map(({ answer }) => answer.status),
    [200, 200, 200, 200, 200],
  );
  const sixth = await follow();
  assert.deepEqual([sixth.answer.status, sixth.answer.headers.get("retry-after")], [429, "15"]);
  open[0]?.end.abort();
  await until(async () => (await follow()).answer.status === 200);
  for (const { end } of open) end.abort();
});

test("what is wrong is said by listen and trigger in a sentence", { timeout: 60_000 }, async (t) => {
  const { selfsame, apiKey } = await start(t);
  for (const [args, code, problem] of [
    [
      ["trigger", "session.verfied"],
      1,
      /no event type "session\.verfied"\. Did you mean session\.verified\? There are session\.started/,
    ],
    [["trigger"], 2, /TYPE is missing\.$/],
    [["trigger", "ping", "--api-key", apiKey], 1, /needs a test key/],
    [["listen", "--api-key", apiKey], 1, /needs a test key/],
    [["listen", "--forward-to", "localhost"], 1, /--forward-to is an address/],
    [["listen", "--url", "http://127.0.0.1:1"], 1, /No service answers at http:\/\/127\.0\.0\.1:1/],
    [["listen", "--api-key", ""], 1, /Give a test key/],
    [["listen", "--resend", "evt_1"], 1, /needs --forward-to/],
  ] as const) {
    const ran = selfsame(...args);
    assert.equal(await ran.code, code, args.join(" "));
    assert.match(ran.problems().trimEnd(), problem);
  }
});
