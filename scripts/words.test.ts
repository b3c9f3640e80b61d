import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const [, rest = ""] = read("CONTRIBUTING.md").split("## Words\n");
const [section = ""] = rest.split("\n## ");

/** The last column of the table of words for names in CONTRIBUTING.md. */
function wordsToAvoid(): ReadonlySet<string> {
  const rows = section.matchAll(/^\|[^|\n]+\|[^|\n]+\|([^|\n]+)\|$/gm);
  return new Set([...rows].slice(2).flatMap(([, words = ""]) => words.split(",").map((word) => word.trim())));
}

/** Names listed as code after "Names that stay". */
const excepted = new Set(
  [...(section.split("\nNames that stay:")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name),
);

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);

const exported = /^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm;

/** Names that contain one of the words, each as `file: name`. */
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
  assert.ok(avoided.has("told") && avoided.has("drawer") && avoided.has("licences"), "the table is read");
  assert.ok(avoided.size > 80, `${avoided.size} words`);
  assert.deepEqual(namesWith(avoided), []);
});

test("a name with such a word is found by its parts", () => {
  const found = namesWith(new Set(["idempotency"]));
  assert.ok(found.some((name) => name.endsWith("idempotency.ts: idempotency.ts")));
  assert.ok(found.some((name) => name.endsWith("idempotency.ts: idempotencyLifeMs")));
});

/** The right column of the table of phrases in CONTRIBUTING.md. */
function phrasesToAvoid(): readonly string[] {
  const rows = section.matchAll(/^\|[^|\n]+\|([^|\n]+)\|$/gm);
  return [...rows].slice(2).flatMap(([, phrases = ""]) => phrases.split(",").map((phrase) => phrase.trim()));
}

/** Texts for users. Not the dashboard's API, decisions and research, which are for contributors, nor version 2, whose texts stay. */
const readByPeople = [
  "docs/*.md",
  "docs/guides/*.md",
  "docs/openapi.json",
  "README.md",
  "examples/README.md",
  "{packages/*,packages/*/npm,clients/*}/README.md",
  "packages/texts/src/languages/en.ts",
  "packages/cli/src/**/*.ts",
];
const notRead = /^docs\/(?:dashboard-api|version-2)\.md$|\.test\.ts$/;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A file's text without fenced code and names in backticks; of a program only its output, not its comments. */
const proseOf = (file: string): string =>
  read(file)
    .replaceAll(/^```.*?^```/gms, "")
    .replaceAll(/`[^`\n]*`/g, (code) => (file.endsWith(".ts") ? code : ""))
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, (line) => (file.endsWith(".ts") ? "" : line));

/** Places with one of the phrases, each as `file: phrase`. */
function textsWith(phrases: readonly string[]): readonly string[] {
  const files = globSync(readByPeople, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !notRead.test(file));
  assert.ok(files.length > 80, "the files are found");
  const found = new RegExp(`\\b(?:${phrases.map(escaped).join("|")})\\b`, "gi");
  return files.flatMap((file) =>
    [...proseOf(file).matchAll(found)].map(([phrase]) => `${file}: ${phrase.toLowerCase()}`),
  );
}

test("no text that people read has a phrase that CONTRIBUTING.md replaces", () => {
  const avoided = phrasesToAvoid();
  assert.ok(avoided.includes("looked at") && avoided.includes("made anew"), "the table is read");
  assert.deepEqual(textsWith(avoided), []);
});

test("a phrase is found in pages, programs and the reference, and not in code", () => {
  const files = new Set(
    textsWith(["without a camera", "create a session", "prints the link"]).map((line) => line.split(": ")[0]),
  );
  for (const file of ["docs/guides/sign-up.md", "docs/openapi.json", "packages/cli/src/accounts/sessions.ts"])
    assert.ok(files.has(file), file);
  assert.deepEqual(textsWith(["SELFSAME_TRUSTED_PROXIES="]), []);
});
