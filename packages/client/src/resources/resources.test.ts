import assert from "node:assert/strict";
import { test } from "node:test";
import { Selfsame } from "../selfsame.ts";
import { answeringServer, type Reply } from "../testing/answering-server.ts";
import { fakeClock } from "../testing/fake-clock.ts";

const ok = (data: unknown): Reply => ({
  status: 200,
  body: { success: true, data, error: null, meta: { version: "3" } },
});
const item = (id: string) => ({ id, reference_urls: ["https://a.example/1"], selfie_url: "https://a.example/2" });

test("a batch goes as lines, with its settings in the query, under one key for all attempts", async (t) => {
  const { baseUrl, received } = await answeringServer(t, "reset", ok({ id: "bt_1" }));
  const selfsame = new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock() });
  const callback = "https://a.example/?b=c&d";
  const made = await selfsame.batches.create({ items: new Set([item("a"), item("b")]), threshold: 0.7, callback });
  assert.deepEqual([made.id, made.meta.version], ["bt_1", "3"]);
  const [first, second] = received;
  assert.equal(second?.path, `/api/v3/batches?threshold=0.7&callback=${encodeURIComponent(callback)}`);
  assert.equal(second?.headers["content-type"], "application/x-ndjson");
  assert.deepEqual(
    second?.body
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
    [item("a"), item("b")],
  );
  assert.match(String(first?.headers["idempotency-key"]), /^[\w-]{36}$/);
  assert.equal(second?.headers["idempotency-key"], first?.headers["idempotency-key"]);
  await selfsame.batches.create({ items: [], idempotency_key: "night-1" });
  assert.deepEqual([received[2]?.headers["idempotency-key"], received[2]?.path], ["night-1", "/api/v3/batches"]);
});

test("results come page after page, each fetched when it is wanted", async (t) => {
  const page = (ids: readonly string[], next_cursor: string | null) =>
    ok({ results: ids.map((id) => ({ id })), next_cursor });
  const { baseUrl, received } = await answeringServer(t, page(["a", "b"], "2"), page(["c"], null));
  const selfsame = new Selfsame({ apiKey: "k", baseUrl });
  const seen: string[] = [];
  for await (const { id } of selfsame.batches.results("bt_/1")) {
    seen.push(id);
    assert.equal(received.length, id === "c" ? 2 : 1);
  }
  assert.deepEqual(seen, ["a", "b", "c"]);
  assert.deepEqual(
    received.map(({ path }) => path),
    ["/api/v3/batches/bt_%2F1/results?limit=1000", "/api/v3/batches/bt_%2F1/results?limit=1000&cursor=2"],
  );
});
