import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Seen } from "./analyze-all.ts";
import { issueFigures, readIssues } from "./issues.ts";
import { describeIssues } from "./report/report.ts";

const folder = mkdtempSync(join(tmpdir(), "selfsame-issues-"));
after(() => rmSync(folder, { recursive: true }));

function written(...lines: string[]): string {
  const path = join(folder, "issues.csv");
  writeFileSync(path, lines.join("\n"));
  return path;
}

const seen = (photos: Readonly<Record<string, Seen["issues"]>>) =>
  new Map(
    Object.entries(photos).map(([name, issues]): [string, Seen] => {
      const path = join(folder, name);
      const one = { path, outcome: "analyzed", faces: 1, milliseconds: 1 } as const;
      return [path, issues ? { ...one, issues } : { ...one, faces: 0 }];
    }),
  );

test("an issue is counted where it is and where it is not, by kind; without a label and without a face it is not", async () => {
  const photos = await readIssues(
    written(
      "path,mouth_covered,eyes_covered,kind",
      "mask.jpg,1,0,mask",
      "veil.jpg,1,,veil",
      "beard.jpg,0,0,none",
      "lenses.jpg,0,1,none",
      "wall.jpg,0,0,none",
    ),
  );
  const figures = issueFigures(
    photos,
    seen({
      "mask.jpg": ["mouth_covered"],
      "veil.jpg": ["blurred"],
      "beard.jpg": ["mouth_covered"],
      "lenses.jpg": ["eyes_covered"],
      "wall.jpg": undefined,
    }),
  );
  const counts = figures.map(({ issue, noticed, falselyReported }) => [
    issue,
    noticed.map(({ kind, reported, photos: of }) => [kind, reported, of]),
    falselyReported.map(({ kind, reported, photos: of }) => [kind, reported, of]),
  ]);
  assert.deepEqual(counts, [
    [
      "mouth_covered",
      [
        ["mask", 1, 1],
        ["veil", 0, 1],
        ["all", 1, 2],
      ],
      [["none", 1, 2]],
    ],
    [
      "eyes_covered",
      [["none", 1, 1]],
      [
        ["mask", 0, 1],
        ["none", 0, 1],
        ["all", 0, 2],
      ],
    ],
  ]);
  assert.match(describeIssues(figures), /No face +1\n.*wall\.jpg/);
  assert.match(describeIssues(figures), /all +50\.0 % \(9\.5 to 90\.5\) {2}1 of 2/);
});

test("a file without an issue's column, or with another label than 1 or 0, is rejected", async () => {
  await assert.rejects(readIssues(written("path,masked", "a.jpg,1")), /no column named for an issue/);
  await assert.rejects(readIssues(written("path,blurred", "a.jpg,yes")), /row 2: "blurred" is "yes"/);
});
