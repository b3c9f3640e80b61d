/** The texts of encoding errors are in the log: each is a sentence that names what was read and what is wrong with it. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const sources = globSync("**/*.ts", { cwd: import.meta.dirname }).filter((name) => !name.endsWith(".test.ts"));

test("an encoding error states in a sentence what is wrong", () => {
  const texts = sources.flatMap((name) => {
    const source = readFileSync(join(import.meta.dirname, name), "utf8");
    return [...source.matchAll(/new EncodingError\(\s*["`]([^"`]+)["`]/g)].map(([, text = ""]) => text);
  });
  assert.ok(texts.length >= 40, `${texts.length}`);
  assert.deepEqual(
    texts.filter((text) => !/^(?:the|an?|there|docType|LoTEType)\b.* (?:is|are|has|have|does)\b/.test(text)),
    [],
  );
});
