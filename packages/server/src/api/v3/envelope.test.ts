import assert from "node:assert/strict";
import { test } from "node:test";
import { success, successInParts } from "./envelope.ts";

const meta = { request_id: "rq_1", version: "3", service_version: "1.0.0", processing_ms: 7 } as const;

async function* each(items: readonly object[]): AsyncGenerator<string> {
  for (const item of items) yield JSON.stringify(item);
}

async function textOf(items: readonly object[]): Promise<string> {
  const parts = [];
  for await (const part of successInParts({ id: 'a "list":[' }, "list", each(items), meta)) parts.push(part);
  assert.ok(parts.length === items.length + 1, "each item by itself");
  return parts.join("");
}

test("an answer in parts is the same text as in one", async () => {
  for (const list of [[], [{ a: 1 }], [{ a: 1 }, { a: "]" }, {}]])
    assert.equal(await textOf(list), JSON.stringify(success({ id: 'a "list":[', list }, meta)));
});
