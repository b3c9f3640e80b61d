import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readJson } from "./json.ts";
import { jsonBytesMax } from "./limits.ts";

const read = (...chunks: Array<string | Buffer>) =>
  readJson(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), 2);

test("an object is read, whole or in pieces that cut a character in two", async () => {
  const text = Buffer.from(`{"selfie_url":"https://example.com/ü.jpg","n":null}`);
  const at = text.indexOf(0xc3) + 1;
  for (const chunks of [[text], [text.subarray(0, at), text.subarray(at)]]) {
    assert.deepEqual(await read(...chunks), {
      outcome: "read",
      fields: { selfie_url: "https://example.com/ü.jpg", n: null },
    });
  }
});

const malformed: Readonly<Record<string, string | Buffer>> = {
  nothing: "",
  "half an object": `{"selfie":"abc`,
  "an array": "[]",
  null: "null",
  "a number": "1",
  "a string": `"text"`,
  "two values": "{} {}",
  "not UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  "UTF-8 that ends in the middle": Buffer.from([0x7b, 0x7d, 0xc3]),
  "a million objects": `[${"{},".repeat(1_000_000)}{}]`,
  "a million short strings": `[${'"",'.repeat(1_000_000)}""]`,
  "a hundred thousand brackets": "[".repeat(100_000),
  "a million escaped quotes": `{"a":"${'\\"'.repeat(1_000_000)}"}`,
};
for (const [name, body] of Object.entries(malformed)) {
  test(`${name} is malformed`, async () => {
    assert.deepEqual(await read(body), { outcome: "malformed" });
  });
}

test("quotes and backslashes inside strings are no structure", async () => {
  const fields = { 'a"b\\': `\\"[{`.repeat(1000) };
  assert.deepEqual(await read(JSON.stringify(fields)), { outcome: "read", fields });
});

test("a name such as __proto__ is a field like any other", async () => {
  const result = await read(`{"__proto__":{"selfie":"x"}}`);
  assert.equal(result.outcome === "read" && result.fields["selfie"], undefined);
});

test("reading stops at the limit", async () => {
  let sent = 0;
  const endless = Readable.from(
    (async function* () {
      for (;;) {
        sent += 65_536;
        await nextTurn();
        yield Buffer.alloc(65_536, " ");
      }
    })(),
  );
  assert.deepEqual(await readJson(endless, 2), { outcome: "too_large" });
  endless.destroy();
  assert.ok(sent < jsonBytesMax(2) + 10 * 65_536);
});

test("a body that stalls, and one whose client goes away, end the reading", async () => {
  const stalled = new Readable({ read: () => {} });
  assert.deepEqual(await readJson(stalled, 2, { pace: { windowMs: 20, windowBytesMin: 1, totalMs: 60_000 } }), {
    outcome: "slow",
  });
  const gone = new Readable({ read: () => {} });
  const reading = readJson(gone, 2);
  gone.push("{");
  gone.destroy();
  assert.deepEqual(await reading, { outcome: "gone" });
});

test("a body that trickles is ended by the total time, however steadily it comes", async () => {
  const trickle = new Readable({ read: () => {} });
  const drip = setInterval(() => trickle.push(" "), 5);
  assert.deepEqual(await readJson(trickle, 2, { pace: { windowMs: 60_000, windowBytesMin: 1, totalMs: 50 } }), {
    outcome: "slow",
  });
  clearInterval(drip);
});
