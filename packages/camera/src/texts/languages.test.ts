import assert from "node:assert/strict";
import { test } from "node:test";
import { wordingFor } from "./languages.ts";

const spoken = ["en", "es", "fr", "de", "pt", "ar", "hi", "zh", "ja"];
const keys = Object.keys(wordingFor(["en"]).texts);

for (const language of spoken) {
  test(`${language} says everything, in its own words, and briefly`, () => {
    const { texts, language: chosen } = wordingFor([language]);
    assert.equal(chosen, language);
    assert.deepEqual(Object.keys(texts), keys);
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim() === text && text.length > 1 && text.length <= 70, `${key}: ${text}`);
      if (language !== "en") assert.notEqual(text, wordingFor(["en"]).texts[key as keyof typeof texts]);
    }
  });
}

test("a region is answered with its language, and the first one spoken counts", () => {
  assert.equal(wordingFor(["pt-BR"]).language, "pt");
  assert.equal(wordingFor(["zh_Hant_TW"]).language, "zh");
  assert.equal(wordingFor(["xx", "DE-at", "fr"]).language, "de");
});

test("English answers where no language is spoken, not even one named like a property of every object", () => {
  assert.equal(wordingFor([]).language, "en");
  assert.equal(wordingFor(["constructor", "tlh"]).language, "en");
});

test("Arabic runs from right to left", () => {
  assert.equal(wordingFor(["ar-EG"]).direction, "rtl");
  assert.equal(wordingFor(["he"]).direction, "ltr");
});

test("the page's own texts go before ours", () => {
  const { texts } = wordingFor(["fr"], { too_far: "Plus près !" });
  assert.equal(texts.too_far, "Plus près !");
  assert.equal(texts.too_close, "Reculez un peu");
});
