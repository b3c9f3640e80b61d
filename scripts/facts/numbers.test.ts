/** A number that several pages contain has one source, and each page agrees with it. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readManifest } from "../../packages/photo/src/models/manifest.ts";
import { waitsMs } from "../../packages/server/src/features/webhooks/note-attempt.ts";

const root = join(import.meta.dirname, "../..");
const pages = globSync(
  [
    "docs/*.md",
    "docs/guides/*.md",
    "README.md",
    "examples/README.md",
    "{packages/*,packages/*/npm,clients/*}/README.md",
  ],
  {
    cwd: root,
  },
).map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

interface Fact {
  readonly name: string;
  /** Matches every place with the number, as its capture group. */
  readonly said: RegExp;
  readonly is: string;
  /** Minimum number of pages that contain it: a pattern without matches tests nothing. */
  readonly pagesMin: number;
}

const hours = Math.round(waitsMs.reduce((sum, ms) => sum + ms, 0) / 3600_000);
const npmSize = /A (\d+) MB download/.exec(readFileSync(join(root, "docs/install.md"), "utf8"))?.[1] ?? "";

const facts: readonly Fact[] = [
  {
    name: "how long a delivery is retried",
    said: /retried for (?:about )?([^.,;|]*?(?:hours?|days?)[^.,;|]*?)(?=[.,;|]| \|)/g,
    is: `${hours} hours`,
    pagesMin: 3,
  },
  {
    name: "the default threshold",
    said: /default(?: is|,) (0\.\d+)/g,
    is: String(readManifest().models.embed.calibration?.threshold),
    pagesMin: 1,
  },
  {
    name: "the models' download",
    said: /(?:downloads|fetches) the models (?:once )?\((\d+) MB/g,
    is: "41",
    pagesMin: 3,
  },
  { name: "the package's download", said: /A (\d+) MB download/g, is: npmSize, pagesMin: 1 },
];

for (const { name, said, is, pagesMin } of facts) {
  test(`${name} is the same on every page`, () => {
    const found = pages.flatMap(({ file, text }) => [...text.matchAll(said)].map(([, number]) => ({ file, number })));
    assert.ok(new Set(found.map(({ file }) => file)).size >= pagesMin, `${found.length} places`);
    assert.deepEqual(
      found.filter(({ number }) => number !== is),
      [],
    );
  });
}
