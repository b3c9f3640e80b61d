import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "./frame-address.ts";

const secret = "3fKq8Zr1Vb7Nw2Xc5Yd9Tsabcdefghijklmnopqrstuvwxyz_-0123456789ABCDE";

test("the frame's address names the session and who shows it; the secret stays behind the #", () => {
  const { address, origin } = frameOf(`https://faces.example/verify#${secret}`, "https://shop.example:8443");
  assert.equal(origin, "https://faces.example");
  const url = new URL(address);
  assert.equal(url.pathname, "/verify/embedded/vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts");
  assert.equal(url.searchParams.get("origin"), "https://shop.example:8443");
  assert.equal(url.hash, `#${secret}`);
});

test("a page in a frame names the pages above it as well, itself first", () => {
  const above = ["https://portal.example", "https://shop.example"];
  const { address } = frameOf(`https://faces.example/verify#${secret}`, "https://shop.example", above);
  assert.deepEqual(new URL(address).searchParams.getAll("origin"), ["https://shop.example", "https://portal.example"]);
});

test("what is no session's link is refused", () => {
  for (const link of [
    "https://faces.example/",
    "https://faces.example/verify",
    "https://faces.example/verify#abc",
    "x",
  ]) {
    assert.throws(() => frameOf(link, "https://shop.example"), TypeError, link);
  }
});
