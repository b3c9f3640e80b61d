import assert from "node:assert/strict";
import { appendFile, mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { OperatorError } from "@selfsame/platform/operator-error";
import { tempDir } from "@selfsame/platform/testing/store/each-store";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { scriptedComparison as comparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { compareFiles } from "./compare-files.ts";
import type { LocalItem } from "./local-item.ts";
import { readFolders } from "./read-folders.ts";
import { readList } from "./read-list.ts";
import { openResults } from "./results-file.ts";

async function photos(t: TestContext) {
  const dir = await tempDir(t);
  await mkdir(join(dir, "amal"));
  for (const name of ["amal", "bea", "wall"]) await writeFile(join(dir, `${name}.jpg`), await portrait(name));
  for (const name of ["a.jpg", "b.jpg"]) await writeFile(join(dir, "amal", name), await portrait("amal"));
  await writeFile(join(dir, "text.jpg"), "no photo");
  return dir;
}

const list = async (dir: string, text: string) => {
  await writeFile(join(dir, "pairs.csv"), text);
  return readList(join(dir, "pairs.csv"));
};

async function run(items: readonly LocalItem[], out: string, threshold = 0.6, engine = scriptedEngine()) {
  const results = await openResults(out, items, threshold);
  try {
    return await compareFiles({ engine, comparison, threshold, concurrency: 2 }, items, results);
  } finally {
    await results.close();
  }
}

const readResults = async (out: string) =>
  (await readFile(out, "utf8"))
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(",").filter((field) => field !== ""));

test("files and folders are compared, in their order, and what has no result says why", async (t) => {
  const dir = await photos(t);
  const items = await list(
    dir,
    "\uFEFFid,reference,selfie,note\nsame,amal.jpg,amal.jpg,x\nfolder,amal,amal.jpg,\n=other,amal.jpg,bea.jpg,\n,amal.jpg,wall.jpg,\n\ntext,text.jpg,amal.jpg,\n",
  );
  assert.deepEqual(
    items.map(({ id, references }) => [id, references.length]),
    [
      ["same", 1],
      ["folder", 2],
      ["=other", 1],
      ["5", 1],
      ["text", 1],
    ],
  );
  const out = join(dir, "results.csv");
  assert.deepEqual(await run(items, out), { match: 2, noMatch: 1, failed: 2 });
  assert.deepEqual(await readResults(out), [
    "id,status,match,similarity,threshold,false_match_rate,references_used,code,param".split(","),
    ["same", "done", "true", "1", "0.6", "1e-7", "1"],
    ["folder", "done", "true", "1", "0.6", "1e-7", "2"],
    ["'=other", "done", "false", "0.6", "1"],
    ["5", "failed", "no_face", "selfie"],
    ["text", "failed", "unsupported_image_format", "reference"],
  ]);
});

test("an interrupted run continues, and analyzes nothing twice", async (t) => {
  const dir = await photos(t);
  const lines = Array.from({ length: 6 }, (_, index) => `p${index},amal.jpg,${index % 2 ? "bea" : "amal"}.jpg`);
  const items = await list(dir, `id,reference,selfie\n${lines.join("\n")}`);
  const whole = join(dir, "whole.csv");
  await run(items, whole);
  const text = await readFile(whole, "utf8");
  for (let cut = 0; cut <= text.length; cut += 7) {
    const out = join(dir, "cut.csv");
    await writeFile(out, text);
    await truncate(out, cut);
    await run(items, out);
    assert.equal(await readFile(out, "utf8"), text, `cut at ${cut}`);
  }
  const never = { ...scriptedEngine(), analyze: () => assert.fail("analyzed twice") };
  assert.deepEqual(await run(items, whole, 0.6, never), { match: 0, noMatch: 0, failed: 0 });
});

test("a file of something else is left alone", async (t) => {
  const dir = await photos(t);
  const items = await list(dir, "id,reference,selfie\na,amal.jpg,amal.jpg\nb,amal.jpg,bea.jpg");
  const out = join(dir, "results.csv");
  for (const theirs of ["name,phone\r\nAmal,1\r\n", "name,phone\nAmal,1\n", "x", "ids"]) {
    await writeFile(out, theirs);
    await assert.rejects(run(items, out), /holds no results of this command/);
    assert.equal(await readFile(out, "utf8"), theirs);
  }
  await rm(out);
  await run(items, out);
  await assert.rejects(run(items, out, 0.7), /with another threshold/);
  await assert.rejects(run(items.toReversed(), out), /of other pairs/);
  await appendFile(out, "c,done,true,1,0.6,1e-7,1,,\r\n");
  await assert.rejects(run(items, out), /of other pairs/);
});

test("what is wrong with a list is said by line, all of it at once, and nothing is begun", async (t) => {
  const dir = await photos(t);
  await mkdir(join(dir, "empty"));
  await mkdir(join(dir, "six"));
  for (let name = 0; name < 6; name++) await writeFile(join(dir, "six", `${name}.jpg`), "");
  const text = `id,reference,selfie
good,amal.jpg,bea.jpg
a,,bea.jpg
b,amal.jpg,
good,amal.jpg,bea.jpg
c,nowhere.jpg,bea.jpg
d,empty,bea.jpg
e,six,bea.jpg
f,amal.jpg,amal
${"x".repeat(129)},amal.jpg,bea.jpg
`;
  const error = await list(dir, text).catch((problem: unknown) => problem);
  assert.ok(error instanceof OperatorError);
  assert.deepEqual(error.message.split("\n").slice(1), [
    "Line 3: reference is empty.",
    "Line 4: selfie is empty.",
    "Line 5: the id good is that of line 2, too.",
    "Line 6: reference nowhere.jpg: there is no such file or folder.",
    "Line 7: reference empty: the folder has no photos.",
    "Line 8: reference six: the folder has 6 photos, and 5 are taken at most.",
    "Line 9: selfie amal: there is no such file.",
    "Line 10: an id has at most 128 characters, and no line breaks.",
  ]);
  await assert.rejects(list(dir, "id,reference,selfie\n"), /has no lines below its header/);
  await assert.rejects(list(dir, "id,photo,selfie\na,b,c\n"), /has no column reference/);
  await assert.rejects(list(dir, 'id,reference,selfie\na,"b,c\n'), /is not CSV/);
  await assert.rejects(list(dir, "id,reference,selfie\na,b\n"), /is not CSV.*line 2/);
  await assert.rejects(readList(join(dir, "none.csv")), /cannot be read/);
});

test("two folders are paired by name, and who has no partner is named", async (t) => {
  const dir = await photos(t);
  const [references, selfies] = [join(dir, "references"), join(dir, "selfies")];
  await mkdir(join(references, "amal"), { recursive: true });
  await mkdir(selfies);
  await writeFile(join(references, "amal", "1.jpg"), await portrait("amal"));
  await writeFile(join(references, "bea.png"), await portrait("bea"));
  await writeFile(join(references, "notes.txt"), "");
  await writeFile(join(selfies, "amal.jpg"), await portrait("amal"));
  await assert.rejects(readFolders(references, selfies), /bea has no selfie/);
  await writeFile(join(selfies, "bea.webp"), await portrait("bea"));
  const items = await readFolders(references, selfies);
  assert.deepEqual(await run(items, join(dir, "results.csv")), { match: 1, noMatch: 1, failed: 0 });
  await writeFile(join(selfies, "carl.jpg"), "");
  await assert.rejects(readFolders(references, selfies), /carl has no reference/);
  await writeFile(join(selfies, "bea.jpg"), "");
  await assert.rejects(readFolders(references, selfies), /several called bea/);
  await assert.rejects(readFolders(references, join(dir, "nowhere")), /cannot be read/);
});
