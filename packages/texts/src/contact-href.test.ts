import assert from "node:assert/strict";
import { test } from "node:test";
import { contactHref } from "./contact-href.ts";

test("a contact leads to a page, a mail or a call", () => {
  assert.equal(contactHref("https://shop.example/branches"), "https://shop.example/branches");
  assert.equal(contactHref("help@shop.example"), "mailto:help@shop.example");
  assert.equal(contactHref("+49 (30) 123-456"), "tel:+4930123456");
});
