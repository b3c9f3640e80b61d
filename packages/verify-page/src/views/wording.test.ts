import assert from "node:assert/strict";
import { test } from "node:test";
import { frameRetentionDays } from "@selfsame/server/liveness/challenge/frame-retention";
import { languageCodes, textsIn } from "@selfsame/texts/languages";
import { filled } from "@selfsame/texts/wording";
import { daysIn, minutesIn } from "./minutes-in.ts";

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

test("the page says for how long the pictures are stored encrypted, and never that they are not, in every language", async () => {
  for (const code of languageCodes) {
    const { page } = await textsIn(code);
    for (const text of [page.point_sealed, page.more_sealed]) {
      const said = filled(text, { name: "Shop", duration: daysIn(code, 14) });
      assert.match(said, /(?<!\d)(?:14|١٤|१४)(?!\d)/);
      assert.ok(said.includes("Shop"), "who alone can open them");
    }
    assert.notEqual(page.wallet_only_sealed, page.wallet_only);
  }
});
