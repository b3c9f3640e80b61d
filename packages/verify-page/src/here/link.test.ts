import assert from "node:assert/strict";
import { test } from "node:test";
import { linkOf, readLink } from "./link.ts";

test("the secret is what is behind the #, whatever is before it", () => {
  const link = readLink(new URL("https://faces.example/verify#abc_DEF-123"));
  assert.deepEqual(link, { secret: "abc_DEF-123", responseCode: null, fromComputer: false, shownBy: null });
  assert.equal(readLink(new URL("https://faces.example/verify")).secret, "");
  assert.equal(readLink(new URL("https://faces.example/verify#%E0%A4%A")).secret, "%E0%A4%A");
});

test("a phone that was sent by a computer's code knows it", () => {
  const url = linkOf("https://faces.example", { secret: "abc", fromComputer: true });
  assert.deepEqual(readLink(new URL(url)), { secret: "abc", responseCode: null, fromComputer: true, shownBy: null });
});

test("only the embedded page believes who shows it", () => {
  const shownBy = (url: string) => readLink(new URL(url)).shownBy;
  assert.equal(shownBy("https://f.example/verify/embedded/vs_1?origin=https://shop.example#a"), "https://shop.example");
  assert.equal(shownBy("https://f.example/verify?origin=https://shop.example#a"), null);
});

test("the address that a wallet opens has a code, and no secret", () => {
  const link = readLink(new URL("https://faces.example/verify#response_code=0aB9"));
  assert.deepEqual([link.secret, link.responseCode], ["", "0aB9"]);
});
