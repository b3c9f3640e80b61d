import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Seen } from "./analyze-all.ts";
import { describeSpoof } from "./report/report.ts";
import { spoofFigures } from "./spoof.ts";
import { readSpoofFolder, type SpoofPhoto } from "./spoof-folder.ts";

const photo = (source: string, live: boolean, kind: string, who: string, score: number, number = 1) => ({
  path: [source, live, kind, who, number].join("/"),
  live,
  source,
  kind: `${source}/${kind}`,
  who: `${source}/${kind}/${who}`,
  score,
});
const several = (count: number, one: (i: number) => ReturnType<typeof photo>) =>
  Array.from({ length: count }, (_, i) => one(i));

function figuresOf(photos: readonly (SpoofPhoto & { readonly score: number })[], threshold = 0.5) {
  const seen = photos.map(({ path, score }): [string, Seen] => [
    path,
    { path, outcome: "analyzed", faces: 1, milliseconds: 1, live: score },
  ]);
  return spoofFigures(photos, new Map(seen), threshold);
}

test("what is above live and spoof is the source, the folder below the kind, numbers and what is below say who", async () => {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-spoof-"));
  try {
    const files = [
      "a/live/0001/x.jpg",
      "a/spoof/print/0002/deep/x.jpg",
      "a/spoof/print/video-07.png",
      "live/ann_selfie.jpg",
      "live/IMG_2041.jpg",
      "spoof/screen/real12.jpeg",
      "other/notes.jpg",
    ];
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), "");
    }
    const read = await readSpoofFolder(folder);
    assert.deepEqual(
      read.map(({ live, source, kind, who }) => [live, source, kind, who]),
      [
        [true, "a", "a", "a/0001"],
        [false, "a", "a/print", "a/print/0002/deep"],
        [false, "a", "a/print", "a/print/video"],
        [true, "", ".", "IMG_2041"],
        [true, "", ".", "ann_selfie"],
        [false, "", "screen", "screen/real12"],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("kinds are told apart, the worst first, and no mean over them", () => {
  const figures = figuresOf([
    ...several(40, (i) => photo("one", true, "office", `p${i}`, 0.9)),
    ...several(300, (i) => photo("one", false, "print", `p${i}`, 0.1)),
    ...several(10, (i) => photo("one", false, "screen", `s${i}`, i < 6 ? 0.8 : 0.2)),
  ]);
  assert.deepEqual(
    figures.kinds.map(({ kind, atDefault }) => [kind, atDefault.apcer.rate]),
    [
      ["one/screen", 0.6],
      ["one/print", 0],
    ],
  );
  assert.match(describeSpoof(figures), /worst kind +one\/screen: 60\.0 % pass/);
  assert.doesNotMatch(JSON.stringify(figures), /areaUnderCurve|"all"/);
  const [low, high] = figures.kinds[1]?.atDefault.apcer.interval ?? [0, 0];
  assert.ok(low === 0 && high > 0.01 && high < 0.02, "none of 300, by Wilson");
});

test("a video counts once, however many frames of it there are", () => {
  const [kind] = figuresOf([
    photo("one", true, "office", "p", 0.9),
    ...several(98, (i) => photo("one", false, "replay", "long", 0.9, i)),
    photo("one", false, "replay", "b", 0.1),
    photo("one", false, "replay", "c", 0.1),
    photo("one", false, "replay", "d", 0.1),
  ]).kinds;
  assert.deepEqual(
    [kind?.atDefault.apcer.rate, kind?.atDefault.apcer.people, kind?.atDefault.apcer.photos],
    [0.25, 4, 101],
  );
  const [low = 1, high = 0] = kind?.atDefault.apcer.interval ?? [];
  assert.ok(low === 0 && high >= 0.5, "four videos say little");
});

test("thresholds of the same source and of the others, where 5 % of their bona fide are refused", () => {
  const live = (source: string, lowest: number) =>
    several(20, (i) => photo(source, true, "office", `p${i}`, i === 0 ? lowest / 2 : lowest));
  const figures = figuresOf([
    ...live("one", 0.4),
    ...live("two", 0.7),
    ...several(4, (i) => photo("one", false, "screen", `s${i}`, [0.1, 0.3, 0.5, 0.9][i] ?? 0)),
  ]);
  const [screen] = figures.kinds;
  assert.deepEqual([screen?.atOwn?.threshold, screen?.atOwn?.apcer.rate, screen?.atOwn?.bpcer?.rate], [0.4, 0.5, 0.05]);
  assert.deepEqual(
    [screen?.atOthers?.threshold, screen?.atOthers?.apcer.rate, screen?.atOthers?.bpcer?.rate],
    [0.7, 0.25, 1],
  );
  const apcer = screen?.curve.map((point) => point.apcer) ?? [];
  assert.deepEqual(
    apcer,
    apcer.toSorted((a, b) => b - a),
    "the stricter, the fewer",
  );
});

test("a kind without bona fide of its source is told at the default alone", () => {
  const [kind] = figuresOf([photo("one", true, "office", "p", 0.9), photo("two", false, "screen", "s", 0.9)]).kinds;
  assert.equal(kind?.atOwn, null);
  assert.deepEqual([kind?.atOthers?.threshold, kind?.atOthers?.apcer.rate, kind?.atOthers?.bpcer], [0.9, 1, null]);
  assert.deepEqual(kind?.curve, []);
});
