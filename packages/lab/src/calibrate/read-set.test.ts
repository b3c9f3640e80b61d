import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readSet } from "./read-set.ts";

/** Folders with this number of empty photos each; the test's vectors stand for their content. */
function folders(t: TestContext, counts: Readonly<Record<string, number>>): string {
  const dir = mkdtempSync(join(tmpdir(), "selfsame-folders-"));
  t.after(() => rmSync(dir, { recursive: true }));
  for (const [name, photos] of Object.entries(counts)) {
    mkdirSync(join(dir, name));
    for (let i = 0; i < photos; i++) writeFileSync(join(dir, name, `${i}.jpg`), "");
  }
  return dir;
}

const people = (count: number, photos: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`person-${i}`, photos]));

const seen = (paths: readonly string[]) => new Map(paths.map((path) => [path, Float32Array.of(1, 0)] as const));

test("without groups, people at random stand for them: one photo of each, each in one part, the same each time", async (t) => {
  const folder = folders(t, people(90, 2));
  const read = async () => {
    const set = await readSet({ people: folder });
    return set.withVectors(seen(set.paths));
  };
  const { groups, pairs } = await read();
  assert.deepEqual(
    groups.map(({ photos, pairs: within }) => [photos.size, within.length]),
    Array.from({ length: 5 }, () => [18, 153]),
  );
  assert.equal(new Set(groups.flatMap(({ photos }) => [...photos.keys()])).size, 90);
  assert.equal(pairs.length, 90);
  assert.ok(pairs.every(({ same }) => same));
  assert.deepEqual((await read()).groups, groups);
});

test("groups are folders, and people have labels where a column is named", async (t) => {
  const [folder, impostors] = [folders(t, people(90, 2)), folders(t, { women: 16, men: 20 })];
  writeFileSync(join(folder, "people.csv"), "person,gender\nperson-0,female\nperson-1,male\n");
  const set = await readSet({ people: folder, impostors, group: "gender" });
  const { groups, labels } = set.withVectors(seen(set.paths));
  assert.deepEqual(Object.fromEntries(groups.map(({ region, photos }) => [region, photos.size])), {
    men: 20,
    women: 16,
  });
  assert.deepEqual(Object.fromEntries(labels), { "person-0": "female", "person-1": "male" });
});

const problems: Readonly<
  Record<string, readonly [Record<string, number>, Record<string, number> | undefined, RegExp]>
> = {
  "too few pairs of different people": [people(60, 2), undefined, /needs 10000 pairs .* faces were found for 7080/],
  "nobody with two photos": [
    people(150, 1),
    undefined,
    /needs 10 people with two photos; faces were found in two photos of 0/,
  ],
  "a group that mixtures would show the people of": [
    people(90, 2),
    { women: 15, men: 16 },
    /needs 16 people; "women" has faces of 15/,
  ],
  "an empty group": [people(90, 2), { women: 20, men: 0 }, /needs 16 people; "men" has faces of 0/],
};
for (const [what, [persons, groups, message]] of Object.entries(problems)) {
  test(`${what}: no calibration, and how many it takes`, async (t) => {
    const impostors = groups && folders(t, groups);
    const set = await readSet({ people: folders(t, persons), impostors });
    assert.throws(() => set.withVectors(seen(set.paths)), message);
  });
}

test("one group alone is refused: what is measured on a group is learned from the others", async (t) => {
  const [folder, impostors] = [folders(t, people(90, 2)), folders(t, { women: 20 })];
  await assert.rejects(readSet({ people: folder, impostors }), /has fewer than two folders/);
});

test("a person under two names, by folder or by photo, is nobody's impostor; tables of pairs name groups and what is genuine", async (t) => {
  const folder = folders(t, people(90, 2));
  const except = join(folder, "except.csv");
  writeFileSync(except, "path_a,path_b\nperson-0,person-1\nperson-2/0.jpg,person-3/1.jpg\n");
  const pairs = join(folder, "pairs.csv");
  writeFileSync(pairs, "path_a,path_b,same\nperson-0/0.jpg,person-0/1.jpg,1\n");
  const groups = join(folder, "groups.csv");
  const line = (a: number, gender: string) => `person-${a}/0.jpg,person-${a + 1}/0.jpg,0,north,${gender}`;
  const lines = Array.from({ length: 80 }, (_, i) => line(i, i < 40 ? "women" : "men"));
  writeFileSync(groups, ["path_a,path_b,same,region,gender", ...lines].join("\n"));
  const set = await readSet({ people: folder, pairs, groups: [groups], except });
  const made = set.withVectors(seen(set.paths));
  const at = (photo: string) => join(folder, photo);
  const excepted = (a: string, b: string) => made.exceptions.has(at(a), at(b));
  assert.ok(excepted("person-0/1.jpg", "person-1/0.jpg") && excepted("person-1/1.jpg", "person-0/1.jpg"));
  assert.ok(excepted("person-3/1.jpg", "person-2/0.jpg") && !excepted("person-2/1.jpg", "person-3/1.jpg"));
  assert.equal(made.pairs.length, 1);
  assert.deepEqual(
    made.groups.map(({ region, name, photos }) => [region, name, photos.size]),
    [
      ["north", "north women", 41],
      ["north", "north men", 41],
    ],
  );
});
