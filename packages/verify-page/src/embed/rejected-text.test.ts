import assert from "node:assert/strict";
import { test } from "node:test";
import { languageNames } from "../texts/languages.ts";
import { rejectedText } from "./rejected-text.ts";

test("that the check cannot be shown is said in every language of the page, in English where none is wanted", () => {
  const said = Object.keys(languageNames).map((language) => rejectedText([`${language}-XX`]));
  assert.deepEqual(
    said.map(({ language }) => language),
    Object.keys(languageNames),
  );
  assert.equal(new Set(said.map(({ text }) => text)).size, said.length);
  assert.equal(rejectedText(["", "nl", "pt-BR"]).language, "pt");
  assert.equal(rejectedText(["toString"]).language, "en");
});
