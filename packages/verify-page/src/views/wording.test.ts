import assert from "node:assert/strict";
import { test } from "node:test";
import { frameRetentionDays } from "@selfsame/server/liveness/challenge/frame-retention";
import { languageCodes, textsIn } from "@selfsame/texts/languages";
import { filled } from "@selfsame/texts/wording";
import { minutesIn } from "./minutes-in.ts";

test("the page says for how long fingerprints of the pictures stay, in every language", async () => {
  for (const code of languageCodes) {
    const { page } = await textsIn(code);
    const text = filled(page.more_fingerprints, { days: frameRetentionDays });
    assert.match(text, new RegExp(`(?<!\\d)${frameRetentionDays}(?!\\d)`));
  }
});

test("the page says for how long the numbers wait for a comparison, in every language", async () => {
  for (const code of languageCodes) {
    const { page } = await textsIn(code);
    for (const text of [page.more_compared_later, page.more_deleted_later])
      assert.match(filled(text, { duration: minutesIn(code, 15) }), /(?<!\d)(?:15|١٥|१५)(?!\d)/);
  }
});
