import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pairsOfPeople, readLabels, readPeople } from "./people.ts";

const folder = mkdtempSync(join(tmpdir(), "selfsame-people-"));
after(() => rmSync(folder, { recursive: true }));
for (const [person, photos] of [
  ["anna", 2],
  ["bert", 6],
  ["cleo", 1],
] as const) {
  mkdirSync(join(folder, person));
  for (let i = 0; i < photos; i++) writeFileSync(join(folder, person, `${i}.jpg`), "");
  writeFileSync(join(folder, person, "notes.txt"), "");
}
writeFileSync(join(folder, "people.csv"), "person,gender\nanna,female\nbert,male\n");
writeFileSync(join(folder, "pairs.csv"), "path_a,path_b,same\nanna/0.jpg,anna/1.jpg,1\n");

test("a folder for each person makes every genuine pair, ten of one person at most, and every impostor pair", async () => {
  const people = await readPeople(folder);
  const pairs = pairsOfPeople(people, await readLabels(folder, ["gender"]), ["gender"]);
  const of = (person: string) => pairs.filter((pair) => pair.same && pair.people?.[0] === person).length;
  assert.deepEqual(["anna", "bert", "cleo"].map(of), [1, 10, 0]);
  assert.equal(pairs.filter(({ same }) => !same).length, 2 * 6 + 2 * 1 + 6 * 1);
  const mixed = pairs.find(({ people: both }) => both?.[0] === "anna" && both[1] === "bert");
  assert.deepEqual(mixed?.columns, { gender_a: "female", gender_b: "male" });
  const unknown = pairs.find(({ people: both }) => both?.[1] === "cleo");
  assert.equal(unknown?.columns["gender_b"], "", "who has no label is of no group");
  assert.deepEqual(pairsOfPeople(people, new Map(), []), pairsOfPeople(people, new Map(), []), "the same each time");
});

test("of many photos impostor pairs are drawn, none twice and none of one person", () => {
  const many = new Map(Array.from({ length: 500 }, (_, i) => [`p${i}`, [`p${i}/0.jpg`, `p${i}/1.jpg`]] as const));
  const impostors = pairsOfPeople(many, new Map(), []).filter(({ same }) => !same);
  assert.equal(impostors.length, 300_000);
  assert.equal(new Set(impostors.map(({ a, b }) => `${a} ${b}`)).size, 300_000);
  assert.ok(impostors.every(({ people }) => people?.[0] !== people?.[1]));
});

test("a column that no table of people has is named", async () => {
  await assert.rejects(readLabels(folder, ["gender", "age"]), /columns person and age.*people\.csv/);
  assert.equal((await readLabels(folder, ["gender"])).get("bert")?.["gender"], "male");
});
