import assert from "node:assert/strict";
import { test } from "node:test";
import { textsIn } from "@selfsame/texts/languages";
import { wordingOf } from "./wording.ts";

test("the page's own texts go before ours", async () => {
  const { texts, language } = wordingOf(
    "fr",
    { ...(await textsIn("fr")), direction: "ltr" },
    { too_far: "Plus près !" },
  );
  assert.deepEqual([texts.too_far, texts.too_close, language], ["Plus près !", "Reculez un peu", "fr"]);
});

test("English answers where a language could not be loaded", () => {
  const { language, direction, texts, challenge } = wordingOf("ar", undefined);
  assert.deepEqual([language, direction, texts.cancel, challenge], ["en", "ltr", "Cancel", undefined]);
});
