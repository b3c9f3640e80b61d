import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { filled, type Language, languageFor, languageNames, wordingIn } from "./languages.ts";
import { minutesIn } from "../views/minutes-in.ts";
import { frameRetentionDays } from "@selfsame/server/challenge/frame-retention";
import { texts as english } from "./en.ts";

const languages = Object.keys(languageNames) as Language[];
const bracesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe("the page's words", () => {
  for (const language of languages) {
    test(`in ${language} are all there, and name what the English ones name`, async () => {
      const { texts } = await wordingIn(language);
      assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(english).toSorted());
      for (const [key, text] of Object.entries(texts)) {
        assert.ok(text.trim().length > 0, key);
        assert.deepEqual(bracesIn(text), bracesIn(english[key as keyof typeof english]), key);
      }
    });
  }

  test("say for how long fingerprints of the pictures stay, in every language", async () => {
    for (const language of languages) {
      const { texts } = await wordingIn(language);
      assert.match(
        filled(texts.more_fingerprints, { days: frameRetentionDays }),
        new RegExp(`(?<!\\d)${frameRetentionDays}(?!\\d)`),
      );
    }
  });

  test("say for how long the numbers wait for a comparison, in every language", async () => {
    for (const language of languages) {
      const { texts } = await wordingIn(language);
      for (const text of [texts.more_compared_later, texts.more_deleted_later]) {
        assert.match(filled(text, { duration: minutesIn(language, 15) }), /(?<!\d)(?:15|١٥|१५)(?!\d)/);
      }
    }
  });

  test("come in the first language that is spoken", () => {
    assert.equal(languageFor(["nl", "pt-BR", "en"]), "pt");
    assert.equal(languageFor(["zh_Hans_CN"]), "zh");
    assert.equal(languageFor(["tlh", "constructor"]), "en");
  });

  test("run from right to left in Arabic", async () => {
    assert.equal((await wordingIn("ar")).direction, "rtl");
    assert.equal((await wordingIn("en")).direction, "ltr");
  });

  test("have their braces filled in, and nothing else", () => {
    assert.equal(
      filled("Back to {name}, {count} left", { name: "{count} & <b>", count: 2 }),
      "Back to {count} & <b>, 2 left",
    );
  });
});
