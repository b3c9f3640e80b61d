import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { languageCodes, textsIn } from "./languages.ts";
import { directionOf, filled, languageFor, nameOf } from "./wording.ts";

const english = await textsIn("en");
const parts = Object.keys(english) as (keyof typeof english)[];
const bracesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

for (const code of languageCodes) {
  const language = await textsIn(code);
  describe(nameOf(code), () => {
    for (const part of parts) {
      test(`has every text of ${part}, with the braces of the English one`, () => {
        const texts: Readonly<Record<string, string>> = { ...language[part] };
        const model: Readonly<Record<string, string>> = { ...english[part] };
        assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(model).toSorted());
        for (const [key, text] of Object.entries(texts)) {
          assert.ok(text.trim() === text && text.length > 1, key);
          assert.deepEqual(bracesIn(text), bracesIn(model[key] ?? ""), key);
        }
      });
    }

    test("is brief, and its own, in the camera", () => {
      for (const part of ["camera", "challenge"] as const) {
        const entries = Object.entries<string>({ ...language[part] });
        const model: Readonly<Record<string, string>> = { ...english[part] };
        for (const [key, text] of entries) {
          assert.ok(text.length <= 72, `${key}: ${text}`);
          if (code !== "en") assert.notEqual(text, model[key]);
        }
        assert.equal(new Set(entries.map(([, text]) => text)).size, entries.length, "no text is there twice");
      }
    });
  });
}

test("a region is answered with its language, and the first one that there is counts", () => {
  const choose = (...wanted: string[]) => languageFor(wanted, languageCodes);
  assert.equal(choose("pt-BR"), "pt");
  assert.equal(choose("zh_Hant_TW"), "zh");
  assert.equal(choose("xx", "DE-at", "fr"), "de");
  assert.deepEqual([choose(), choose("constructor", "tlh")], ["en", "en"]);
});

test("the direction is that of the script, of a language that has no file yet, too", () => {
  const rightToLeft = ["ar", "he", "fa", "ur", "dv", "pa-Arab"];
  for (const code of rightToLeft) assert.equal(directionOf(code), "rtl", code);
  for (const code of ["en", "hi", "zh", "ja", "pa", "tr"]) assert.equal(directionOf(code), "ltr", code);
});

test("a language is called as those who speak it call it", () => {
  assert.deepEqual(["fr", "pt", "ar", "ja"].map(nameOf), ["Français", "Português", "العربية", "日本語"]);
});

test("words in braces are filled in, and nothing else", () => {
  assert.equal(
    filled("{name}, {count} left, {unknown}", { name: "{count} & <b>", count: 2 }),
    "{count} & <b>, 2 left, {unknown}",
  );
});
