import assert from "node:assert/strict";
import { test } from "node:test";
import type { Language } from "../../texts/languages.ts";
import { challengeTexts, filled } from "./languages.ts";

const spoken: readonly Language[] = ["en", "es", "fr", "de", "pt", "ar", "hi", "zh", "ja"];
const english = challengeTexts("en");

for (const language of spoken) {
  test(`${language} says everything of a challenge, in its own words, and briefly`, () => {
    const texts = challengeTexts(language);
    assert.deepEqual(Object.keys(texts), Object.keys(english));
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim() === text && text.length > 1 && text.length <= 72, `${key}: ${text}`);
      if (language !== "en") assert.notEqual(text, english[key as keyof typeof english]);
    }
    assert.equal(new Set(Object.values(texts)).size, Object.keys(texts).length, "no text is there twice");
    assert.match(texts.step_count, /\{number\}.*\{count\}/);
    for (const text of [texts.failed_step, texts.not_seen]) assert.match(text, /\{step\}/);
  });
}

test("the page's own texts go before ours, and words in braces are filled in", () => {
  const texts = challengeTexts("fr", { smile: "Souriez", step_count: "{number} / {count} {unknown}" });
  assert.deepEqual([texts.smile, texts.blink], ["Souriez", "Fermez les yeux un instant"]);
  assert.equal(filled(texts.step_count, { number: 1, count: 3 }), "1 / 3 {unknown}");
});
