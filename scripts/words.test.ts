import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const [, rest = ""] = read("CONTRIBUTING.md").split("## Words\n");
const [section = ""] = rest.split("\n## ");

/** The last column of the table of words in CONTRIBUTING.md. */
function wordsToAvoid(): ReadonlySet<string> {
  const rows = section.matchAll(/^\|[^|\n]+\|[^|\n]+\|([^|\n]+)\|$/gm);
  return new Set([...rows].slice(2).flatMap(([, words = ""]) => words.split(",").map((word) => word.trim())));
}

/** What stands there as code after "Names that stay". */
const excepted = new Set(
  [...(section.split("\nNames that stay:")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name),
);

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);

const exported = /^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm;

/** Names that hold one of the words, each as `file: name`. */
function namesWith(avoided: ReadonlySet<string>): readonly string[] {
  const files = globSync(["packages/*/src/**/*.{ts,tsx}", "{bench,scripts,testing,e2e}/**/*.ts"], { cwd: root });
  assert.ok(files.length > 1000, "the files are found");
  return files.flatMap((file) => {
    const names = [basename(file), ...[...read(file).matchAll(exported)].map(([, name = ""]) => name)];
    return names
      .filter((name) => !excepted.has(name) && wordsOf(name).some((word) => avoided.has(word)))
      .map((name) => `${file}: ${name}`);
  });
}

test("no file and no exported name holds a word that CONTRIBUTING.md replaces", () => {
  const avoided = wordsToAvoid();
  assert.ok(avoided.has("told") && avoided.has("drawer") && avoided.has("strangers"), "the table is read");
  assert.deepEqual(namesWith(avoided), []);
});

test("a name with such a word is found by its parts", () => {
  const found = namesWith(new Set(["idempotency"]));
  assert.ok(found.some((name) => name.endsWith("idempotency.ts: idempotency.ts")));
  assert.ok(found.some((name) => name.endsWith("idempotency.ts: idempotencyLifeMs")));
});
