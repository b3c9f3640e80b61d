/** The client's batches, webhooks and events against the real service. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { ApiError, Selfsame, verifyWebhook } from "../packages/client/src/index.ts";
import type { WebhookEvent } from "../packages/client/src/index.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { until } from "../packages/platform/testing/until.ts";
import { startService } from "../testing/service.ts";

const photos = new Map<string, Uint8Array>();
const heard: { readonly headers: IncomingMessage["headers"]; readonly body: string }[] = [];
const serve = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.method === "POST") heard.push({ headers: request.headers, body: await text(request) });
  const photo = photos.get((request.url ?? "").slice(1));
  if (request.method === "POST") response.end("heard");
  else if (photo) response.end(photo);
  else response.writeHead(404).end();
};
const other = createServer((request, response) => void serve(request, response));
const at = (path: string) => `http://localhost:${(other.address() as AddressInfo).port}/${path}`;

for (const name of ["amal", "bea"] as const) photos.set(name, await portrait(name));
other.listen(0, "localhost");
await once(other, "listening");
const server = await startService({
  SELFSAME_ALLOWED_DOMAINS: "localhost",
  SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "true",
  SELFSAME_ALLOW_PRIVATE_WEBHOOKS: "true",
  SELFSAME_BATCH_WORKERS: "1",
});
const selfsame = new Selfsame({ apiKey: server.privateKey, baseUrl: server.url });
after(async () => {
  await server.stop();
  other.closeAllConnections();
  other.close();
});

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const rows: T[] = [];
  for await (const row of list) rows.push(row);
  return rows;
}

const item = (id: string, selfie: string) => ({ id, reference_urls: [at("amal")], selfie_url: at(selfie) });

test("a batch from the items to its results, told of by its callback", async () => {
  const items = [item("same", "amal"), item("other", "bea"), item("none", "nowhere")];
  const made = await selfsame.batches.create({ items, callback: at("callback") });
  assert.deepEqual([made.status, made.total], ["queued", 3]);
  await until(async () => (await selfsame.batches.get(made.id)).status === "completed");
  const results = await all(selfsame.batches.results(made.id));
  assert.deepEqual(
    results.map(({ id, match, code, param }) => [id, match ?? code, param]),
    [
      ["same", true, null],
      ["other", false, null],
      ["none", "download_failed", "selfie_url"],
    ],
  );
  await until(() => heard.length > 0);
  const [told] = heard;
  assert.ok(told && made.callback_secret !== null);
  const event: WebhookEvent = await verifyWebhook(told.body, told.headers, made.callback_secret);
  assert.deepEqual([event.type, event.data["id"], event.data["done"]], ["batch.completed", made.id, 2]);
  const [listed] = await all(selfsame.events.list({ type: "batch.completed" }));
  assert.equal(listed?.id, told.headers["webhook-id"]);

  const over = await selfsame.batches.cancel(made.id).catch((error: unknown) => error);
  assert.ok(over instanceof ApiError);
  assert.equal(over.code, "batch_over");
  const wrong = await selfsame.batches
    .create({ items: [...items, { ...item("x", "amal"), selfie_url: "ftp://x" }] })
    .catch((error: unknown) => error);
  assert.ok(wrong instanceof ApiError);
  assert.deepEqual([wrong.code, wrong.param], ["invalid_parameter", "line 4 selfie_url"]);
  const nightly = { items, idempotency_key: "night-1" };
  const [first, again] = [await selfsame.batches.create(nightly), await selfsame.batches.create(nightly)];
  assert.equal(again.id, first.id);
  assert.equal((await all(selfsame.batches.list())).length, 2);
  await selfsame.batches.delete(first.id);
  await selfsame.batches.delete(made.id);
  assert.deepEqual(await all(selfsame.batches.list()), []);
});

test("a webhook endpoint, made, tested, rotated, sent to again, deleted; and tested on the command line", async () => {
  heard.length = 0;
  const { webhookEndpoints } = selfsame;
  const { id, secret, types } = await webhookEndpoints.create({ url: at("hook"), types: ["batch.completed"] });
  assert.deepEqual(types, ["batch.completed"]);
  assert.deepEqual([(await webhookEndpoints.get(id)).status, (await webhookEndpoints.list()).length], ["active", 1]);
  const ping = await webhookEndpoints.test(id);
  const delivered = await until(async () => {
    const [newest] = await all(webhookEndpoints.deliveries(id));
    return newest?.status === "delivered" && newest;
  });
  assert.deepEqual([delivered.id, delivered.response], [ping.id, { status: 200, body: "" }]);
  const rotated = await webhookEndpoints.rotate(id, { overlap_s: 3600 });
  const again = await webhookEndpoints.resend(id, ping.id);
  assert.equal(again.event_id, ping.event_id);
  await until(() => heard.length === 2);
  for (const [index, key] of [
    [0, secret],
    [1, secret],
    [1, rotated.secret],
  ] as const) {
    const told = heard[index];
    assert.ok(told);
    assert.equal((await verifyWebhook(told.body, told.headers, key)).type, "ping");
  }
  assert.equal((await webhookEndpoints.enable(id)).status, "active");

  assert.match(await server.command(["webhooks", "test", id]), /^Delivered: 200, after \d+ ms\n$/);
  assert.equal(heard.length, 3);
  await webhookEndpoints.delete(id);
  assert.deepEqual(await webhookEndpoints.list(), []);
});

test("selfsame compare, with the real models", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-compare-"));
  t.after(() => rm(dir, { recursive: true }));
  for (const [name, photo] of photos) await writeFile(join(dir, `${name}.jpg`), photo);
  const list = join(dir, "pairs.csv");
  const out = join(dir, "results.csv");
  await writeFile(list, "id,reference,selfie\nsame,amal.jpg,amal.jpg\nother,amal.jpg,bea.jpg\n");
  assert.equal(
    await server.command(["compare", list, "--out", out]),
    `2 compared: 0 without a result. Wrote ${out}.\n`,
  );
  const rows = (await readFile(out, "utf8")).split("\r\n").map((row) => row.split(",").slice(0, 3));
  assert.deepEqual(rows.slice(1, 3), [
    ["same", "done", "true"],
    ["other", "done", "false"],
  ]);
  const again = await server.command(["compare", list, "--out", out]);
  assert.equal(again, `2 compared, 2 of them before: 0 without a result. Wrote ${out}.\n`);
});
