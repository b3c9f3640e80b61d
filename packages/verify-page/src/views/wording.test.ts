import assert from "node:assert/strict";
import { test } from "node:test";
import { frameRetentionDays } from "@selfsame/server/challenge/frame-retention";
import { languages } from "@selfsame/texts/languages";
import { filled } from "@selfsame/texts/wording";
import { minutesIn } from "./minutes-in.ts";

test("the page says for how long fingerprints of the pictures stay, in every language", () => {
  for (const { page } of languages.values()) {
    const text = filled(page.more_fingerprints, { days: frameRetentionDays });
    assert.match(text, new RegExp(`(?<!\\d)${frameRetentionDays}(?!\\d)`));
  }
});

test("the page says for how long the numbers wait for a comparison, in every language", () => {
  for (const [code, { page }] of languages) {
    for (const text of [page.more_compared_later, page.more_deleted_later])
      assert.match(filled(text, { duration: minutesIn(code, 15) }), /(?<!\d)(?:15|١٥|१५)(?!\d)/);
  }
});
