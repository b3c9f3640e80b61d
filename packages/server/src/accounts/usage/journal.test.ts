import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { tempDir } from "@selfsame/platform/testing/store/each-store";
import { createUsageJournal } from "./journal.ts";

const row = { hour_ms: 0, key_id: "k", account_id: "a", endpoint: "e", outcome: "match", count: 1, duration_ms: 1 };

const noneIsBad = (file: string) => assert.fail(`${file} was set aside`);
const nothingStored = () => assert.fail("nothing is stored");

test("a stored batch is replayed until it is written, and not after", async (t) => {
  const journal = createUsageJournal(await tempDir(t), noneIsBad);
  assert.equal(await journal.replay(nothingStored), 0, "nothing was stored yet");
  await journal.keep({ id: "one", rows: [row] });
  await assert.rejects(
    journal.replay(() => Promise.reject(new Error("still away"))),
    /still away/,
  );
  const written: unknown[] = [];
  assert.equal(await journal.replay(async (batch) => written.push(batch) > 0), 1);
  assert.deepEqual(written, [{ id: "one", rows: [row] }]);
  assert.equal(await journal.replay(nothingStored), 0);
});

test("a batch that cannot be written does not hold up the others", async (t) => {
  const journal = createUsageJournal(await tempDir(t), noneIsBad);
  for (const id of ["bad", "good", "other"]) await journal.keep({ id, rows: [row] });
  assert.equal(await journal.replay(async ({ id }) => id !== "bad"), 2);
  assert.equal(await journal.replay(async ({ id }) => id === "bad"), 1);
});

test("a file that is no batch is set aside, reported once, and delays none behind it", async (t) => {
  const dir = await tempDir(t);
  const reported: string[] = [];
  const journal = createUsageJournal(dir, (file) => reported.push(file));
  await journal.keep({ id: "whole", rows: [row] });
  const folder = join(dir, "usage-to-write");
  const damaged = { a: "", b: '{"id":"b","rows":[', c: "null", d: '{"id":"d","rows":[{"count":"many"}]}', e: "[]" };
  for (const [name, text] of Object.entries(damaged)) await writeFile(join(folder, `${name}.json`), text);
  assert.equal(await journal.replay(async ({ id }) => id === "whole"), 1);
  assert.equal(await journal.replay(nothingStored), 0);
  const bad = Object.keys(damaged).map((name) => `${name}.json.bad`);
  assert.deepEqual((await readdir(folder)).toSorted(), bad);
  assert.deepEqual(
    reported.toSorted(),
    bad.map((name) => join(folder, name)),
  );
});

test("a file that was not finished is not read", async (t) => {
  const dir = await tempDir(t);
  const journal = createUsageJournal(dir, noneIsBad);
  await journal.keep({ id: "one", rows: [row] });
  await writeFile(join(dir, "usage-to-write", "two.part"), '{"id":"two","ro');
  assert.equal(await journal.replay(async () => true), 1);
});

test("two processes of a node may write what is stored at the same time", async (t) => {
  const dir = await tempDir(t);
  const [one, two] = [createUsageJournal(dir, noneIsBad), createUsageJournal(dir, noneIsBad)];
  await Promise.all(Array.from({ length: 20 }, (_, i) => one.keep({ id: `batch ${i}`, rows: [row] })));
  const seen = new Set<string>();
  const write = async ({ id }: { id: string }) => seen.add(id).size > 0;
  await Promise.all([one.replay(write), two.replay(write)]);
  assert.equal(seen.size, 20);
});
