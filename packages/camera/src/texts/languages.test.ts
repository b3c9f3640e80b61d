import assert from "node:assert/strict";
import { test } from "node:test";
import { languageFor, wordingOf } from "./languages.ts";
import type { Texts } from "./texts.ts";

async function wordingFor(wanted: readonly string[], changes?: Partial<Texts>) {
  const language = languageFor(wanted);
  const module = (await import(`./${language}.ts`)) as Readonly<Record<string, Texts>>;
  return wordingOf(language, module[language], changes);
}

const spoken = ["en", "es", "fr", "de", "pt", "ar", "hi", "zh", "ja"];
const keys = Object.keys((await wordingFor(["en"])).texts);

for (const language of spoken) {
  test(`${language} says everything, in its own words, and briefly`, async () => {
    const { texts, language: chosen } = await wordingFor([language]);
    const { texts: english } = await wordingFor(["en"]);
    assert.equal(chosen, language);
    assert.deepEqual(Object.keys(texts), keys);
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim() === text && text.length > 1 && text.length <= 70, `${key}: ${text}`);
      if (language !== "en") assert.notEqual(text, english[key as keyof typeof texts]);
    }
  });
}

test("a region is answered with its language, and the first one spoken counts", async () => {
  assert.equal((await wordingFor(["pt-BR"])).language, "pt");
  assert.equal((await wordingFor(["zh_Hant_TW"])).language, "zh");
  assert.equal((await wordingFor(["xx", "DE-at", "fr"])).language, "de");
});

test("English answers where no language is spoken, not even one named like a property of every object", async () => {
  assert.equal((await wordingFor([])).language, "en");
  assert.equal((await wordingFor(["constructor", "tlh"])).language, "en");
});

test("Arabic runs from right to left", async () => {
  assert.equal((await wordingFor(["ar-EG"])).direction, "rtl");
  assert.equal((await wordingFor(["he"])).direction, "ltr");
});

test("the page's own texts go before ours", async () => {
  const { texts } = await wordingFor(["fr"], { too_far: "Plus près !" });
  assert.equal(texts.too_far, "Plus près !");
  assert.equal(texts.too_close, "Reculez un peu");
});

test("English answers where a language could not be loaded", () => {
  const { language, direction, texts } = wordingOf("ar", undefined);
  assert.deepEqual([language, direction, texts.cancel], ["en", "ltr", "Cancel"]);
});
